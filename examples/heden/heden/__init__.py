"""河灯 Heden: lamps on a river, a rulebook of one page. The manifest."""

from heden import rules
from heden.state import CAST, KEEPSAKES, Came, SceneEnded, State
from ludex import kit

PLAYS = (
    kit.play(rules.check, "检定", "check", able=rules.able, odds=("result", "successes"), example=".检定 手 1 @安"),
    kit.play(rules.oppose, "对抗", "oppose", able=rules.able, odds=("winner",), example=".对抗 心 纸人 @白"),
    kit.play(rules.fight, "冲突", "fight", who=kit.GM_ONLY, alone=True, picture="flag", example=".冲突 安,纸人"),
    kit.play(rules.grow, "成长", "grow", able=rules.may_grow, picture="up", example=".成长 手 @安"),
    kit.play(rules.create, "建卡", "create", who=kit.ANYONE, example=".建卡 苏 手=3 眼=3 心=3 信物=铜铃"),
    kit.play(rules.enter, "登场", "enter", who=kit.GM_ONLY, picture="walk", example=".登场 摆渡人"),
    kit.play(rules.end_scene, "落幕", "end", who=kit.GM_ONLY, picture="wait", example=".落幕"),
)

SYSTEM = kit.system(
    "heden", "HED", __name__, state=State, events=(Came, SceneEnded), plays=PLAYS, things=(KEEPSAKES, CAST), hue="teal"
)
