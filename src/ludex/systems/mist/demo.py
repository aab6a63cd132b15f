"""A table to play at once: three agents on a platform that has been closed for twenty years."""

import msgspec
from msgspec.structs import replace

from ludex.core.system import Demo
from ludex.systems.mist.content import scene_challenges, scene_threats, shipped
from ludex.systems.mist.rules.missions import OpenMission, cut_in
from ludex.systems.mist.sheet import StoryTag
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import ScenePhase

MISSION = "末班车"
SCENE = "废站台"
ABOUT = {
    "林默": "夜班编辑：记者证，打字飞快；听得见溺者低语，能剪出替身。",
    "周遥": "急诊护士：手稳，跑得远，街坊都认识；影子是借来的。",
    "陆九": "退役消防员：破门斧，过目不忘；替人守夜，念得出灰烬里的名字。",
}


def demo() -> Demo:
    """The first scene of the sample mission, waiting for somebody to act."""
    content = shipped()
    case, block = content.missions[MISSION], content.scenes[SCENE]
    scene = Scene(
        phase=ScenePhase.ACTION,
        when=block.at,
        text=block.id,
        round=1,
        challenges=scene_challenges(block),
        threats=scene_threats(block),
        story_tags=tuple(StoryTag(name, block.at) for name in block.story_tags),
    )
    table = State(characters=tuple(content.characters[name] for name in ABOUT), scene=scene)
    opening = msgspec.convert(msgspec.to_builtins(case.opening), OpenMission)
    return Demo(
        replace(table, mission=cut_in(table, opening)),
        {name: (name,) for name in ABOUT},
        (".预览 @林默 +记者证", ".行动 @林默 +记者证 +夜班编辑 应对=手电照脸 亮出证件", ".看"),
        ABOUT,
    )
