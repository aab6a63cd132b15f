"""The bot's one TOML file, and the environment over it. Secrets are never shown."""

import os
import tomllib
from datetime import time
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

import msgspec

from ludex.core.errors import RuleError

PREFIX = "LUDEX_BOT_"
SECTIONS = ("onebot", "discord", "qq")

ADAPTERS = {
    "onebot": "nonebot.adapters.onebot.v11",
    "discord": "nonebot.adapters.discord",
    "satori": "nonebot.adapters.satori",
    "qq": "nonebot.adapters.qq",
    "console": "nonebot.adapters.console",
}
"""Platforms and the modules that speak to them."""

OURS = {"discord": "ludex.fronts.bots.discord", "qq": "ludex.fronts.bots.qq"}
"""Of these, adapters that are completed here."""


class OneBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """OneBot v11: `token` is the access token, `urls` are servers to connect to (forward); others connect to /onebot/v11/ws."""

    token: str = ""
    urls: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"OneBot(token={'…' if self.token else ''!r}, urls={len(self.urls)})"


class Discord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discord: `token` is the application's bot token; `api` another address of its API, as `https://mirror.example/api/v10`."""

    token: str = ""
    api: str = ""

    def __repr__(self) -> str:
        return f"Discord(token={'…' if self.token else ''!r}, api={self.api!r})"

    def handed(self) -> dict[str, Any]:
        """As the adapter wants it, with leave to read what people write."""
        bots = [{"token": self.token, "intent": {"message_content": True}}] if self.token else []
        return {"discord_bots": bots, "discord_api_base": self.api} if bots else {}


class Official(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """QQ's own interface for bots: `id` and `secret` of the application; `api` and `auth` are other addresses, as of the sandbox.

    `webhook`: QQ calls /qq/webhook of this server; without it the bot connects to QQ.
    """

    id: str = ""
    secret: str = ""
    api: str = ""
    auth: str = ""
    webhook: bool = False

    def __repr__(self) -> str:
        return f"Official(id={self.id!r}, secret={'…' if self.secret else ''!r}, api={self.api!r})"

    def handed(self) -> dict[str, Any]:
        """As the adapter wants it, with messages of groups and pressed buttons."""
        if not self.id:
            return {}
        intent = {"c2c_group_at_messages": True, "interaction": True, "direct_message": True}
        bot = {"id": self.id, "secret": self.secret, "intent": intent, "use_websocket": not self.webhook}
        bases = {"qq_api_base": self.api, "qq_auth_base": self.auth}
        return {"qq_bots": [bot], **{key: base for key, base in bases.items() if base}}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the bot runs.

    `masters`: accounts that may do everything (`onebot:10001`). `page`: the address under which people reach this server, by default its own. `private`: whether
    whispers and hidden results may go out as private messages. `tables`: who may open a table in a group. `prefixes`: what a command begins with. `die`: what
    `.r` alone throws where there is no table. `clauses`: whether clauses are cited in groups. `quiet`: hours in which nothing is said unasked
    (`23:00-08:00`). `welcome`: what is said to those who come to a group, where it has no words of its own; `replies`: word -> what is
    said to it, in all groups. `admin`: the secret of the admin's page; without one it is made at the first start. `gap`: seconds between two messages to one place. `longest`: characters of one message.
    `pictures`: which replies are drawn: `views` all sheets, clocks and maps, `long` those that are longer than one message, `off` none;
    `font`: a file with Chinese letters, if the system's own is not to be used. `remind`: seconds until somebody is asked again; 0: never.
    `extra`: settings handed to NoneBot as they are, for the adapters named in `adapters`.
    """

    language: str = "zh"
    masters: tuple[str, ...] = ()
    page: str = ""
    private: bool = True
    tables: Literal["anybody", "managers", "masters"] = "anybody"
    prefixes: str = ".。/!"
    die: str = "d100"
    clauses: bool = False
    quiet: str = ""
    welcome: str = ""
    replies: dict[str, str] = {}
    admin: str = ""
    gap: float = 0.6
    longest: int = 1500
    pictures: Literal["views", "long", "off"] = "views"
    font: str = ""
    remind: float = 1800
    adapters: tuple[str, ...] = ("onebot",)
    onebot: OneBot = OneBot()
    discord: Discord = Discord()
    qq: Official = Official()
    extra: dict[str, Any] = {}

    def is_quiet(self, now: time) -> bool:
        """Whether nothing is to be said unasked at this time of the day."""
        if not self.quiet:
            return False
        begin, end = hours(self.quiet)
        return begin <= now < end if begin <= end else now >= begin or now < end

    def served(self, address: str) -> Self:
        """The settings of a server at an address: without a `page` people reach it there."""
        return self if self.page else msgspec.structs.replace(self, page=address)

    def of_worker(self, place: int) -> Self:
        """The settings of one of several workers: platforms are reached by the first alone."""
        return (
            self
            if not place
            else msgspec.structs.replace(self, adapters=(), onebot=OneBot(), discord=Discord(), qq=Official())
        )

    def __repr__(self) -> str:
        return f"Settings(adapters={self.adapters}, onebot={self.onebot!r}, discord={self.discord!r}, qq={self.qq!r}, extra={sorted(self.extra)})"


def hours(said: str) -> tuple[time, time]:
    """From when to when, of `23:00-08:00`."""
    begin, _, end = said.replace("–", "-").partition("-")
    try:
        return time.fromisoformat(begin.strip().zfill(5)), time.fromisoformat(end.strip().zfill(5))
    except ValueError:
        raise RuleError("bad_settings", path="quiet", problem=f"{said!r}: 23:00-08:00") from None


def reachable(address: str) -> bool:
    """Whether other machines can open an address: not one of this machine alone."""
    host = (urlsplit(address).hostname or "").lower()
    if not host or host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        found = ip_address(host)
    except ValueError:
        return True
    return not (found.is_loopback or found.is_unspecified)


def read(path: Path | None) -> Settings:
    """The settings of a file, with what the environment says over them: LUDEX_BOT_PAGE, LUDEX_BOT_ONEBOT_TOKEN, …"""
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path else {}
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RuleError("bad_settings", path=str(path), problem=str(error)) from None
    for key, value in os.environ.items():
        if key.startswith(PREFIX):
            _lay(told, key.removeprefix(PREFIX).lower(), value)
    try:
        found = msgspec.convert(told, Settings, strict=False)
        if found.quiet:
            hours(found.quiet)
        return found
    except msgspec.ValidationError as error:
        raise RuleError("bad_settings", path=str(path or PREFIX), problem=str(error)) from None


def _lay(told: dict[str, Any], key: str, value: str) -> None:
    listed = key in ("masters", "adapters", "onebot_urls")
    given: Any = tuple(one.strip() for one in value.split(",") if one.strip()) if listed else value
    section, _, inner = key.partition("_")
    if section in SECTIONS:
        told.setdefault(section, {})[inner] = given
    else:
        told[key] = given
