"""An evening of two systems in two QQ groups over a real socket: four people, of whom two have no page, and everything reaches them."""

import re
import signal
import urllib.error
import urllib.parse
import urllib.request

import pytest

from tests.fronts.bots.qq import QQ, plain
from tests.fronts.bots.test_socket import BotServer

FIRST, SECOND = 7501, 7502
ZHOU, AN, BO, DUO, NEW = 1, 2, 3, 4, 5

pytestmark = pytest.mark.process


class Hosting(BotServer):
    """A running `ludex bot` with a page that players can reach."""

    settings = (
        'gap = 0.0\npictures = "off"\nmasters = ["onebot:99"]\npage = "http://ludex.test:8000"\nadmin = "open-sesame"\n'
        'welcome = "欢迎 {name}！"\n[replies]\n"早" = "早安"\n[onebot]\ntoken = "hush-hush"\n'
    )


@pytest.fixture
def server(tmp_path):
    one = Hosting(tmp_path / "data")
    one.start()
    yield one
    if one.process.poll() is None:
        one.end(signal.SIGTERM)
    assert "Traceback" not in one.logged(), one.logged()[-3000:]


@pytest.fixture
async def qq(server):
    one = QQ(friends=(ZHOU, AN, BO), token="hush-hush")
    await one.call(server.address)
    yield one
    await one.close()


async def page(qq, server, user):
    """Somebody asks for her page in private; its secret."""
    await qq.write(user, ".网页")
    await qq.until(lambda: "/t/" in qq.text(user))
    return qq.text(user).rsplit("/t/", 1)[1].split()[0]


def fetched(server, path, form=None, cookie=""):
    """A page of the server: its status, its text and the cookie that it sets."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    body = urllib.parse.urlencode(form).encode() if form else None
    asked = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", body, {"Cookie": cookie} if cookie else {})
    try:
        with urllib.request.build_opener(Stay).open(asked) as answer:
            return answer.status, answer.read().decode(), ""
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), (error.headers.get("set-cookie") or "").split(";")[0]


async def test_an_evening_of_two_systems_with_two_people_who_have_no_page(qq, server):
    # without a table everybody rolls, newcomers are welcomed, the group has replies
    await qq.answer(DUO, ".r 1d1+4", FIRST, wanted="5 [1]")
    await qq.answer(BO, "早", FIRST, wanted="早安")
    since = len(qq.said)
    await qq.come(NEW, FIRST)
    await qq.until(lambda: "欢迎" in qq.text(FIRST, since))

    # boon: 老周 leads, 安 has a page, 柏 and 朵 play in the group alone
    await qq.answer(ZHOU, ".开桌 boon 演示", FIRST, card="老周", wanted="主持人")
    for user, name in ((AN, "安"), (BO, "柏"), (DUO, "朵")):
        await qq.answer(user, f".坐 {name}", FIRST, wanted=name)
    secret = await page(qq, server, AN)
    await qq.answer(ZHOU, ".log new 第一夜", FIRST, wanted="第一夜")
    await qq.write(BO, "我先看看门。", group=FIRST)
    await qq.answer(BO, ".检定 感知 看门", FIRST, wanted="看门")

    # a whisper from a page reaches 柏, who has none; one to 朵, who cannot be written to, is told as that
    server.call("POST", "/api/line", {"text": ".密语 柏 钥匙在花盆下"}, secret=secret)
    await qq.until(lambda: "钥匙在花盆下" in qq.text(BO))
    await qq.write(AN, ".密语 朵 今晚动手")
    await qq.until(lambda: "朵 收不到私聊" in qq.text(AN))

    # hidden dice: 柏 reads them in private, and so does the GM; 朵 is pointed to a page
    await qq.write(BO, ".rh 1d1+4241", group=FIRST)
    await qq.until(lambda: "4242" in qq.text(BO) and "4242" in qq.text(ZHOU))
    await qq.answer(DUO, ".rh 1d1+4241", FIRST, wanted="网页")
    await qq.write(BO, ".r 1d1+5151")
    await qq.until(lambda: "5152" in qq.text(BO))

    # mist in another group at the same time; somebody without a seat rolls there too
    await qq.answer(DUO, ".开桌 mist 演示", SECOND, wanted="主持人")
    await qq.answer(BO, ".坐 林默", SECOND, wanted="林默")
    await qq.answer(BO, ".行动 +记者证 亮出证件", SECOND, wanted="林默")
    await qq.answer(AN, ".r 1d1+6", SECOND, wanted="7 [1]")
    await qq.answer(BO, ".ra b 侦查", SECOND, wanted="没有奖励骰")

    # the log: a file, a merged forward, words, and a link; nothing of it is secret
    await qq.answer(BO, ".log get 第一夜", FIRST, wanted="日志发到群里了")
    (name, body), *_ = [(name, body.decode()) for (group, name), body in qq.files.items() if group == FIRST]
    assert name.endswith(".txt")
    assert re.search(r"^\S+\(\S+\) \d{4}/\d\d/\d\d \d\d:\d\d:\d\d$", body, re.MULTILINE), "as painters of logs read it"
    assert "我先看看门。" in body
    qq.takes_files = False
    since = len(qq.said)
    await qq.write(AN, ".log get", group=FIRST)
    await qq.until(lambda: "http://ludex.test:8000/bots/log/" in qq.text(FIRST, since))
    forwarded = str(qq.forwards[-1])
    assert "我先看看门。" in forwarded
    qq.takes_forwards = False
    await qq.answer(AN, ".log get 第一夜", FIRST, wanted="我先看看门。")
    key = re.findall(r"/bots/log/(\S+)\.txt", qq.text(FIRST))[-1]
    status, linked, _ = fetched(server, f"/bots/log/{key}.txt")
    assert (status, "我先看看门。" in linked) == (200, True)
    assert fetched(server, "/bots/log/nothing.txt")[0] == 404

    posted = "\n".join([*(plain(one) for one in qq.said if not one["private"]), body, forwarded, linked])
    for hidden in ("钥匙在花盆下", "今晚动手", "4242", "5152", "/t/"):
        assert hidden not in posted


async def test_the_admins_page_is_locked_and_shows_what_there_is(qq, server):
    await qq.answer(ZHOU, ".开桌 boon 演示", FIRST, wanted="主持人")
    await qq.write(DUO, ".r d6")
    await qq.until(lambda: qq.refused)
    status, text, _ = fetched(server, "/bots/admin")
    assert (status, "7501" in text) == (200, False)
    assert fetched(server, "/bots/admin", {"key": "wrong"})[0] == 403
    status, _, cookie = fetched(server, "/bots/admin", {"key": "open-sesame"})
    assert (status, cookie.startswith("ludex-admin=")) == (303, True)
    _, text, _ = fetched(server, "/bots/admin?lang=en", cookie=cookie)
    for shown in ("10000", "7501", "boon", "gm", "refused: 1400", "Part from its table", "http://ludex.test:8000"):
        assert shown in text
    assert "open-sesame" not in text
    assert "hush-hush" not in text
    assert fetched(server, "/bots/admin", {"do": "backup", "token": "guessed"}, cookie)[0] == 403
    token = re.search(r'name="token" value="(\w+)"', text)[1]
    _, text, _ = fetched(server, "/bots/admin", {"do": "backup", "token": token}, cookie)
    assert "备份好了" in text
    assert len(list((server.data / "backups").glob("*.db"))) == 1
    form = {"do": "silence", "token": token, "platform": "onebot", "place": "7501", "kind": "group"}
    assert "不出声" in fetched(server, "/bots/admin", form, cookie)[1]
    since = len(qq.said)
    await qq.write(ZHOU, ".r 1d1", group=FIRST)
    await qq.answer(ZHOU, ".bot on", FIRST, wanted="醒了")
    assert "【1d1】" not in qq.text(FIRST, since)
    fetched(server, "/bots/admin", form, cookie)
    fetched(server, "/bots/admin", form | {"do": "wake"}, cookie)
    await qq.answer(ZHOU, ".r 1d1+8", FIRST, wanted="1d1+8")
