"""QQ's own interface for bots, for tests: tokens that expire, groups, private chats and channels, leave to answer that runs out, keyboards."""

import base64
import json
import time
from datetime import UTC, datetime
from itertools import count

from tests.fronts.bots.gateway import Gateway

APP, SECRET, GROUP, ROOM, SERVER = "102000001", "hush-hush", "GROUPOPENID", "55001", "66001"
ANSWERS = 5


class Penguin(Gateway):
    """One group, one channel of one server, private chats. `keyboards`: whether the bot may show them; `begins`: speak unasked."""

    def __init__(self):
        super().__init__()
        self.tokens = count(1)
        self.keyboards, self.begins, self.audits = True, False, 0
        self.answered, self.files, self.noticed, self.refused = {}, {}, [], []
        self.renew()

    def renew(self):
        """The token is good no more; the bot must ask for another."""
        self.token = f"QQBot access{next(self.tokens)}"

    def ready(self, told):
        assert told["intents"] & 1 << 25, "messages of groups"
        assert told["intents"] & 1 << 26, "pressed buttons"
        return {"version": 1, "session_id": self.session, "shard": told["shard"]} | {
            "user": {"id": "77", "username": "Ludex", "bot": True}
        }

    def back(self):
        return ""

    # --- what people do -------------------------------------------------------------------------------------------------

    async def write(self, place, author, text, *, at=(), quotes=None):
        """A message: in the group to the bot, in private (`place` is the author's own), or in the channel."""
        number = f"ROBOT1.0_{next(self.ids)}"
        told = {"id": number, "content": text, "timestamp": datetime.now(UTC).isoformat()}
        self.answered[number] = set()
        if place == ROOM:
            return await self._in_the_channel(author, told)
        scene = [f"msg_idx=REFIDX_{number}"]
        if quotes is not None:
            scene.append("ref_msg_idx=REFIDX_quoted")
            told |= {"message_type": 103, "msg_elements": [{"content": quotes, "msg_idx": "REFIDX_quoted"}]}
        told["message_scene"] = {"source": "default", "ext": scene}
        if place == GROUP:
            named = {"scope": "single", "bot": False, "is_you": False}
            people = [named | {"id": f"ID{one}", "member_openid": one, "username": one} for one in at]
            role = "owner" if author == "gm" else "member"
            who = {"id": f"ID{author}", "member_openid": author, "member_role": role, "bot": False, "username": author}
            told |= {"author": who, "group_id": GROUP, "group_openid": GROUP, "mentions": people}
            kind = "GROUP_AT_MESSAGE_CREATE"
        else:
            told["author"] = {"id": author, "user_openid": author}
            kind = "C2C_MESSAGE_CREATE"
        await self.event(kind, told, id=f"{kind}:{number}")
        return number

    async def _in_the_channel(self, author, told):
        who = {"id": author, "username": author, "bot": False}
        told |= {"channel_id": ROOM, "guild_id": SERVER, "author": who, "mentions": [{"id": "77", "bot": True}]}
        told |= {"content": f"<@!77> {told['content']}", "member": {"roles": ["4"], "joined_at": told["timestamp"]}}
        await self.event("AT_MESSAGE_CREATE", told, id=f"AT:{told['id']}")
        return told["id"]

    async def withdraw(self, author, number):
        message = {"id": number, "channel_id": ROOM, "guild_id": SERVER, "author": {"id": author}}
        told = {"message": message, "op_user": {"id": author}}
        await self.event("PUBLIC_MESSAGE_DELETE", told, id=f"DELETE:{number}")

    async def press(self, author, said, label):
        """Somebody presses a button of a keyboard."""
        button = next(one for one in said["buttons"] if one["render_data"]["label"] == label)
        number = f"press{next(self.ids)}"
        told = {"id": number, "type": 11, "version": 1, "timestamp": str(int(time.time())), "scene": "group"}
        told |= {"chat_type": 1, "group_openid": said["to"], "group_member_openid": author, "application_id": APP}
        told["data"] = {"resolved": {"button_id": button["id"], "button_data": button["action"]["data"]}}
        self.answered[f"INTERACTION_CREATE:{number}"] = set()
        await self.event("INTERACTION_CREATE", told, id=f"INTERACTION_CREATE:{number}")
        return number

    # --- what the bot calls ---------------------------------------------------------------------------------------------

    def done(self, method, path, headers, body):
        given = json.loads(body or b"{}")
        if path == "/app/getAppAccessToken":
            if (given["appId"], given["clientSecret"]) != (APP, SECRET):
                return 200, {"code": 100007, "message": "appid invalid"}
            return 200, {"access_token": self.token.removeprefix("QQBot "), "expires_in": "7200"}
        if headers.get("authorization") != self.token:
            return 401, {"code": 11244, "message": "token not exist or expire"}
        match [method, *path.strip("/").split("/")]:
            case ["GET", "gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return 200, {"url": self.url, "shards": 1, "session_start_limit": limit}
            case ["PUT", "interactions", number]:
                self.noticed.append(number)
                return 204, None
            case ["POST", "v2", "groups" | "users", _, "files"]:
                name = f"file{next(self.ids)}"
                self.files[name] = base64.b64decode(given["file_data"])
                return 200, {"file_uuid": name, "file_info": name, "ttl": 3600}
            case ["POST", "v2", "groups" | "users", place, "messages"]:
                return self._said(place, given)
            case ["POST", "channels" | "dms", place, "messages"]:
                return self._said_on_the_server(place, given)
        return 404, {"code": 11242, "message": "no such route"}

    def _said(self, place, given):
        if self.limited > 0:
            self.limited -= 1
            return 429, {"code": 22009, "message": "msg limit exceed"}
        if (code := self._wrong(given)) != 0:
            self.refused.append(code)
            return 400, {"code": code, "message": "refused"}
        answers = given.get("msg_id") or given.get("event_id")
        if answers:
            self.answered[answers].add(given.get("msg_seq", 1))
        rows = given.get("keyboard", {}).get("content", {}).get("rows", [])
        picture = self.files[given["media"]["file_info"]][:8] if given["msg_type"] == 7 else b""
        text = (given.get("markdown") or {}).get("content") or given.get("content") or ("[image]" if picture else "")
        return 200, self._kept(place, text, [one for row in rows for one in row["buttons"]], picture, given)

    def _wrong(self, given):
        """Why the service does not take a message."""
        answers = given.get("msg_id") or given.get("event_id")
        if not answers and not self.begins:
            return 40034102
        if answers and answers not in self.answered:
            return 40034024
        used = self.answered.get(answers, set())
        if len(used) >= ANSWERS:
            return 40034104
        if answers and given.get("msg_seq", 1) in used:
            return 40054005
        if given.get("keyboard") and not (self.keyboards and given.get("markdown")):
            return 40034005
        if given["msg_type"] == 7 and given["media"]["file_info"] not in self.files:
            return 40034006
        quoted = (given.get("message_reference") or {}).get("message_id", "REFIDX")
        return 0 if quoted.startswith("REFIDX") else 40034007

    def _said_on_the_server(self, place, given):
        told = self._kept(place, given.get("content") or "", [], b"", given)
        if not self.audits:
            return 200, told | {"channel_id": place, "guild_id": SERVER, "author": {"id": "77"}}
        self.audits -= 1
        audit = {"audit_id": f"audit{told['id']}"}
        return 202, {"code": 304023, "message": "waiting for audit", "data": {"message_audit": audit}}

    async def pass_audit(self, number):
        told = {"audit_id": f"audit{number}", "audit_time": datetime.now(UTC).isoformat(), "message_id": number}
        told |= {"guild_id": SERVER, "channel_id": ROOM}
        await self.event("MESSAGE_AUDIT_PASS", told, id=f"AUDIT:{number}")

    def _kept(self, place, text, buttons, picture, given):
        number = f"ours{next(self.ids)}"
        said = {"to": place, "text": text, "id": number, "buttons": buttons, "picture": picture}
        self.said.append(said | {"reference": given.get("message_reference"), "answers": given.get("msg_id")})
        return {"id": number, "timestamp": datetime.now(UTC).isoformat()}
