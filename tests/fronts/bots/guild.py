"""A Discord for tests: its gateway and as much of its API as a bot needs, with its limits and its refusals."""

import json
import time
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import HTTP

from tests.fronts.bots.gateway import Gateway

SELF, SERVER, CHANNEL, OWNER = "500", "600", "700", "1"
MENTIONED = "<@{}>"


def user(number):
    named = {"username": f"user{number}", "global_name": None, "discriminator": "0", "avatar": None}
    return {"id": str(number), **named, "bot": str(number) == SELF}


def member(number):
    return {"roles": ["610"] if str(number) == "9" else [], "joined_at": _now(), "flags": 0, "nick": f"nick{number}"}


def _now():
    return datetime.now(UTC).isoformat()


class Guild(Gateway):
    """One server with one channel, and private channels with those who allow it (`friends`)."""

    token = "Bot hush-hush"

    def __init__(self, friends=()):
        super().__init__()
        self.friends, self.nicks, self.messages, self.callbacks = set(map(str, friends)), {}, {}, {}
        self.refused = []

    def ready(self, told):
        guild = {"id": SERVER, "unavailable": True}
        url, application = self.url, {"id": SELF, "flags": 0}
        return {"v": 10, "user": user(SELF), "guilds": [guild], "session_id": self.session} | {
            "resume_gateway_url": url,
            "application": application,
            "shard": told["shard"],
        }

    # --- what people do -------------------------------------------------------------------------------------------------

    def message(self, place, author, content, *, quotes="", number=""):
        number = str(number or next(self.ids))
        told = {"id": number, "channel_id": place, "author": user(author), "content": content, "timestamp": _now()}
        told |= {"edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "pinned": False}
        told |= {"mention_roles": [], "attachments": [], "embeds": [], "type": 19 if quotes else 0, "components": []}
        if quotes:
            told["message_reference"] = {"message_id": quotes, "channel_id": place, "guild_id": SERVER}
        self.messages[number] = told
        return told

    async def write(self, place, author, content, **more):
        told = self.message(place, author, content, **more)
        public = {"guild_id": SERVER, "member": member(author)} if place == CHANNEL else {}
        await self.event("MESSAGE_CREATE", told | public)
        return told["id"]

    async def edit(self, place, number, content):
        told = self.messages[number] | {"content": content, "edited_timestamp": _now(), "guild_id": SERVER}
        await self.event("MESSAGE_UPDATE", told)

    async def unfold(self, place, number):
        """A link is shown: an update of a message that nobody has edited."""
        told = {"id": number, "channel_id": place, "guild_id": SERVER, "embeds": []}
        await self.event("MESSAGE_UPDATE", told)

    async def withdraw(self, place, number):
        await self.event("MESSAGE_DELETE", {"id": number, "channel_id": place, "guild_id": SERVER})

    async def press(self, author, said, label):
        """Somebody presses a button under a message."""
        button = next(one for one in said["buttons"] if one["label"] == label)
        number = str(next(self.ids))
        self.callbacks[number] = 0
        told = {"id": number, "application_id": SELF, "type": 3, "token": f"token{number}", "version": 1}
        told |= {"channel_id": said["to"], "guild_id": SERVER, "attachment_size_limit": 10485760}
        told |= {"member": member(author) | {"user": user(author), "permissions": "0"}, "entitlements": []}
        told |= {"data": {"custom_id": button["custom_id"], "component_type": 2}, "message": self.messages[said["id"]]}
        told |= {"authorizing_integration_owners": {"0": SERVER}, "locale": "zh-CN", "app_permissions": "0"}
        await self.event("INTERACTION_CREATE", told)
        return number

    # --- what the bot calls ---------------------------------------------------------------------------------------------

    def done(self, method, path, headers, body):  # noqa: C901  # a case for each address
        if headers.get("authorization") != self.token:
            return 401, {"message": "401: Unauthorized", "code": 0}
        match [method, *path.strip("/").split("/")]:
            case ["GET", "gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return 200, {"url": self.url, "shards": 1, "session_start_limit": limit}
            case ["GET", "users", "@me"]:
                return 200, user(SELF)
            case ["POST", "users", "@me", "channels"]:
                return 200, {"id": f"80{json.loads(body)['recipient_id']}", "type": 1}
            case ["GET", "channels", channel]:
                return 200, {"id": channel, "type": 0, "guild_id": SERVER}
            case ["GET", "channels", _, "messages", number]:
                found = self.messages.get(number)
                return (200, found) if found else (404, {"message": "Unknown Message", "code": 10008})
            case ["POST", "channels", channel, "messages"]:
                return self._said(channel, headers, body)
            case ["PATCH", "guilds", _, "members", number]:
                self.nicks[number] = json.loads(body)["nick"]
                return 200, member(number) | {"user": user(number)}
            case ["GET", "guilds", _]:
                return 200, _server()
            case ["POST", "interactions", number, _, "callback"]:
                self.callbacks[number] += 1
                once = self.callbacks[number] == 1
                return (204, None) if once else (400, {"message": "already acknowledged", "code": 40060})
        return 404, {"message": "404: Not Found", "code": 0}

    def _said(self, channel, headers, body):
        if self.limited > 0:
            self.limited -= 1
            wait = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
            return 429, wait, {"retry-after": "1", "x-ratelimit-scope": "user"}
        if channel.startswith("80") and channel[2:] not in self.friends:
            return 403, {"message": "Cannot send messages to this user", "code": 50007}
        told, picture = _parted(headers, body)
        wrong = _wrong(told, picture)
        if wrong:
            self.refused.append(wrong)
            return 400, {"message": "Invalid Form Body", "code": 50035, "errors": wrong}
        number = str(next(self.ids))
        rows = told.get("components") or []
        buttons = [one for row in rows for one in row["components"]]
        content = told.get("content") or ""
        said = {"to": channel, "text": content or "[image]", "id": number, "buttons": buttons, "picture": picture[:8]}
        said |= {
            "calls": (told.get("allowed_mentions") or {}).get("users", []),
            "quotes": told.get("message_reference"),
        }
        self.said.append(said | {"at": time.monotonic()})
        return 200, self.message(channel, SELF, content, number=number)


def _parted(headers, body):
    """What is posted: JSON, or a form with files beside it."""
    kind = headers["content-type"]
    if kind.startswith("application/json"):
        return json.loads(body), b""
    form = message_from_bytes(f"content-type: {kind}\r\n\r\n".encode() + body, policy=HTTP)
    found = {
        part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
        for part in form.iter_parts()
    }
    return json.loads(found["payload_json"]), found["files[0]"]


def _wrong(told, picture):
    content, rows = told.get("content") or "", told.get("components") or []
    ids = [one["custom_id"] for row in rows for one in row["components"]]
    if len(content) > 2000 or (not content and not picture):
        return "content"
    if len(rows) > 5 or any(not 1 <= len(row["components"]) <= 5 for row in rows):
        return "rows"
    return "ids" if len(set(ids)) < len(ids) or any(len(one) > 100 for one in ids) else ""


def _server():
    roles = [
        {"id": "610", "name": "keepers", "permissions": "32"},
        {"id": SERVER, "name": "@everyone", "permissions": "0"},
    ]
    shape = {"color": 0, "hoist": False, "position": 1, "managed": False, "mentionable": False, "flags": 0}
    shape |= {"colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}}
    return {"id": SERVER, "name": "ours", "owner_id": OWNER, "roles": [role | shape for role in roles]} | {
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": "zh-CN",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "incidents_data": None,
        "max_presences": None,
        "max_members": 500000,
        "premium_subscription_count": 0,
    }
