"""A table to play at once: three agents on a platform that has been closed for twenty years."""

from ludex.core.system import Demo
from ludex.systems.mist.content import scene_challenges, scene_threats, shipped
from ludex.systems.mist.sheet import StoryTag
from ludex.systems.mist.state import Mission, Scene, State
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
    opening = case.opening
    mission = Mission(
        summary=case.summary,
        clues=tuple(clue for clue in case.clues if not clue.hidden),
        mysteries=case.mysteries,
        traits=opening.traits,
        name=case.id,
        anomaly=case.anomaly,
        scenes=opening.scenes,
        hidden_clues=tuple(clue for clue in case.clues if clue.hidden),
        hidden_traits=opening.hidden_traits,
        people=("林默", "周遥", "陆九"),
    )
    people = tuple(content.characters[name] for name in ("林默", "周遥", "陆九"))
    return Demo(
        State(characters=people, scene=scene, mission=mission),
        {"林默": ("林默",), "周遥": ("周遥",), "陆九": ("陆九",)},
        (".预览 @林默 +记者证", ".行动 @林默 +记者证 +夜班编辑 应对=手电照脸 亮出证件", ".看"),
        ABOUT,
    )
