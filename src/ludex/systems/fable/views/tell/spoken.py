"""How deeds that have no sentence of their own are told in one: by what their cards say anyway."""

from ludex.core.telling import Spoken

TITLES = {
    "told.summon": "sentences.of_summon",
    "told.reveal": "sentences.of_reveal",
    "told.dismiss": "sentences.of_dismiss",
    "told.equip": "sentences.of_equip",
    "told.use_feat": "sentences.of_feat",
    "told.forget": "sentences.of_forget",
    "told.clock_moved": "sentences.of_clock",
    "told.scene": "sentences.of_scene",
    "told.session_open": "sentences.of_session",
    "told.session_close": "sentences.of_session_over",
    "told.lift": "sentences.of_lapse",
    "told.set_spd": "sentences.of_spd",
    "told.supply": "sentences.of_supply",
    "told.superiority_gain": "sentences.of_upper_hand",
    "told.superiority_spend": "sentences.of_presses_on",
    "told.take_action": "sentences.of_action",
    "told.play_side": "sentences.of_side",
    "told.escalate": "sentences.of_escalate",
    "told.check:tier": "sentences.of_tier",
    "told.check_trying:tier": "sentences.of_tier_trying",
    "told.mp_spend": "sentences.of_mp",
    "told.effect_borne": "sentences.of_effect",
}
"""Titles, with how it came out, as sentences."""

LINES = {
    "told.points_of": "sentences.of_points",
    "told.suffers": "sentences.suffers",
    "told.step_cure": "sentences.cured",
    "told.use_bonding": "sentences.feels",
    "told.bond_over": "sentences.feels_no_more",
    "told.clock_moved": "sentences.of_clock",
    "told.use_advantage": "sentences.of_advantage",
    "told.effect_does": "sentences.of_effect_does",
    "told.step_effect": "sentences.of_step",
    "told.step_damage": "sentences.of_step_damage",
    "told.broke": "sentences.of_broke",
    "told.defeated": "sentences.of_down",
    "told.in_crisis": "sentences.of_crisis",
    "told.paid_mp": "sentences.of_paid",
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.entrance",
    "told.feat_left",
    "told.crisis_over",
    "told.overdraft",
)
"""Lines that a sentence need not say."""
SPOKEN = Spoken(TITLES, LINES, UNSAID)
