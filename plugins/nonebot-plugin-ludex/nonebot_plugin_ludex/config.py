"""The plugin's settings, as a NoneBot project writes them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from ludex.fronts.bots.settings import Settings


class Config(BaseModel):
    """Every key may be left out."""

    ludex_data: str = Field("data/ludex", description="the folder of the database, of bots.db and of decks/")
    ludex_language: Literal["zh", "en"] = Field("zh", description="the language of replies")
    ludex_masters: list[str] = Field([], description="who may do everything (onebot:10001); empty: the superusers")
    ludex_private: bool = Field(False, description="whether hidden results may be sent privately")
    ludex_gap: float = Field(0.6, ge=0, description="seconds between two messages to one group")
    ludex_longest: int = Field(1500, ge=100, description="characters of one message")
    ludex_pictures: Literal["views", "long", "off"] = Field("views", description="which replies are drawn")
    ludex_font: str = Field("", description="a font file with Chinese letters; empty: the system's own")
    ludex_remind: float = Field(1800, ge=0, description="seconds until somebody is asked again; 0: never")
    ludex_host: str = Field("127.0.0.1", description="where the page listens")
    ludex_port: int = Field(0, ge=0, lt=65536, description="the page's port; 0: no page")
    ludex_page: str = Field("", description="the address under which people reach the page")

    @property
    def data(self) -> Path:
        """The folder."""
        return Path(self.ludex_data)

    def settings(self, superusers: Iterable[str] = ()) -> Settings:
        """The same as Ludex has them."""
        masters = self.ludex_masters or sorted(superusers)
        return Settings(
            language=self.ludex_language,
            masters=tuple(one if ":" in one else f"onebot:{one}" for one in masters),
            page=self.ludex_page or (f"http://{self.ludex_host}:{self.ludex_port}" if self.ludex_port else ""),
            private=self.ludex_private,
            gap=self.ludex_gap,
            longest=self.ludex_longest,
            pictures=self.ludex_pictures,
            font=self.ludex_font,
            remind=self.ludex_remind,
        )
