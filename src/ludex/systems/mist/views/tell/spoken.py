"""How what is done by hand is told in one sentence: by what its card says anyway."""

from ludex.core.telling import Spoken

LINES = {
    "told.status_new": "sentences.of_status",
    "told.status_moved": "sentences.of_status_moved",
    "told.status_gone": "sentences.of_status_gone",
    "told.overcome": "sentences.of_overcome",
    "told.fate": "sentences.of_fate",
    "told.clue_added": "sentences.of_clue",
    "told.trait": "sentences.of_trait",
    "told.tag_new": "sentences.of_tag",
    "told.tag_gone": "sentences.of_tag_gone",
    "told.improved": "sentences.of_improved",
    "told.growth": "sentences.of_growth",
    "told.indulgence": "sentences.of_indulgence",
    "told.theme_new": "sentences.of_theme",
    "told.revealed_challenge": "sentences.of_challenge",
    "told.revealed_threat": "sentences.of_threat",
    "told.revealed_answer": "sentences.of_answer",
    "told.coming": "sentences.of_coming",
    "told.called": "sentences.of_called",
    "told.called_bare": "sentences.of_called_bare",
    "told.landed_mitigated": "sentences.of_part",
    "told.landed_averted": "sentences.of_averted",
    "told.status_rename_line": "sentences.of_renamed",
    "told.status_combine_line": "sentences.of_combined",
    "told.status_cancel_line": "sentences.of_cancelled",
    "told.status_split_line": "sentences.of_split",
    "told.status_clear_line": "sentences.of_cleared",
    "told.tag_make_line": "sentences.of_tag_made",
    "told.tag_drop_line": "sentences.of_tag_dropped",
    "told.tag_burn_line": "sentences.of_tag_burnt",
    "told.tag_recover_line": "sentences.of_tag_back",
    "told.tag_hand_line": "sentences.of_tag_handed",
    "told.character_join_line": "sentences.of_joins",
    "told.character_make_line": "sentences.of_joins",
    "told.character_bench_line": "sentences.of_bench",
    "told.character_return_line": "sentences.of_returns",
    "told.challenge_set_line": "sentences.of_challenge_set",
    "told.threat_announce_line": "sentences.of_announced",
    "told.clue_change_line": "sentences.of_clue_changed",
    "told.clue_remove_line": "sentences.of_clue_removed",
    "told.theme_remove_line": "sentences.of_theme_gone",
    "told.series_name_line": "sentences.of_series",
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.trait_add_line",
    "told.limits",
    "view.complexity_only",
)
"""Lines that a sentence need not say."""

TITLED = ("told.growth", "told.indulgence", "told.improved")
"""Lines that are told with whom the title names."""

SPOKEN = Spoken({}, LINES, UNSAID, TITLED)
