"""How deeds outside the moments of a battle are told in one sentence: by what their cards say anyway."""

from ludex.core.telling import Spoken

TITLES = {
    "told.bring": "sentences.of_bring",
    "told.appears": "sentences.of_appears",
    "told.cancel": "sentences.of_cancel",
    "told.combat_join": "sentences.of_join",
    "told.combat_leave": "sentences.of_leave",
    "told.check:success": "sentences.of_check_success",
    "told.check:failure": "sentences.of_check_failure",
    "told.negotiate:success": "sentences.of_talk_success",
    "told.negotiate:failure": "sentences.of_talk_failure",
    "told.opposed_check:wins": "sentences.of_contest_wins",
    "told.opposed_check:draw": "sentences.of_contest_draw",
    "told.cooperative_check:success": "sentences.of_together_success",
    "told.cooperative_check:failure": "sentences.of_together_failure",
    "told.recover:success": "sentences.of_recover_success",
    "told.recover:failure": "sentences.of_recover_failure",
    "told.recover": "sentences.of_recover",
    "told.pass_time": "sentences.of_day",
    "told.revive": "sentences.of_revive",
    "told.put_down": "sentences.of_put_down",
    "told.take_up": "sentences.of_take_up",
    "told.borrow": "sentences.of_borrow",
    "told.borrow_back": "sentences.of_borrow_back",
    "told.add_buff": "sentences.of_buff",
    "told.add_ward": "sentences.of_ward",
    "told.add_shield": "sentences.of_shield",
    "told.conjured": "sentences.of_conjured",
    "told.unmade": "sentences.of_unmade",
    "told.trigger": "sentences.of_trigger",
    "told.trigger_skill": "sentences.of_trigger",
    "told.use_outside:success": "sentences.of_outside_success",
    "told.use_outside:failure": "sentences.of_outside_failure",
    "told.settle_sheet": "sentences.of_settle",
    "told.create": "sentences.of_create",
    "told.settle_words": "sentences.of_words",
    "told.at_place": "sentences.of_place",
    "told.session_opened": "sentences.of_session",
    "told.kept_on": "sentences.of_kept_on",
}
"""Titles, with how it came out, as sentences."""

LINES = {
    "told.died": "sentences.of_died",
    "told.revived": "sentences.of_revive",
    "told.acts": "sentences.of_acts",
    "told.combat_auto_on": "sentences.of_auto",
    "told.combat_auto_off": "sentences.of_auto_off",
    "told.dark": "sentences.of_dark",
    "told.light": "sentences.of_light",
    "told.item": "sentences.of_item",
    "told.set_off": "sentences.of_set_off",
    "told.set_off_thing": "sentences.of_set_off",
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.load",
    "told.left_written",
    "told.played",
    "told.partner",
    "told.left_battle",
    "told.printed_pool",
    "told.back_with",
    "view.lasts",
    "view.lasts_time",
    "view.until_night",
    "told.taken",
    "told.weapon_taken",
    "told.weapon_named",
    "told.target_gone",
    "told.stays_out",
)
"""Lines that a sentence need not say."""

TITLED = ("told.item",)
"""Lines that are told with whom the title names."""

SPOKEN = Spoken(TITLES, LINES, UNSAID, TITLED)
