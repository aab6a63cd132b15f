"""How what is done by hand is told in one sentence: by what its card says anyway."""

from ludex.core.telling import Spoken

LINES = {
    f"told.{line}": f"sentences.of_{said}"
    for line, said in {
        # what events say
        "status_new": "status",
        "status_moved": "status_moved",
        "status_gone": "status_gone",
        "status_rename_line": "renamed",
        "status_family": "family",
        "status_opposes": "opposes",
        "status_good": "good",
        "status_bad": "bad",
        "overcome": "overcome",
        "fate_dead": "death",
        "fate_transformed": "transformation",
        "fate_active": "return",
        "clue_added": "clue",
        "trait": "trait",
        "tag_new": "tag",
        "tag_gone": "tag_gone",
        "recovered": "tags_back",
        "improved": "improved",
        "growth": "growth",
        "indulgence": "indulgence",
        "theme_new": "theme",
        "theme_lost": "theme_lost",
        "threat_resolved": "threat_over",
        "threat_realised": "threat_come",
        "record_acted": "record",
        # what is done by hand
        "status_combine_line": "combined",
        "status_cancel_line": "cancelled",
        "status_split_line": "split",
        "limit_set_line": "limit",
        "tag_make_line": "tag_made",
        "tag_drop_line": "tag_dropped",
        "tag_burn_line": "tag_burnt",
        "tag_hand_line": "tag_handed",
        "character_join_line": "joins",
        "character_make_line": "joins",
        "character_bench_line": "bench",
        "character_return_line": "returns",
        "character_remove_line": "removed",
        "character_remove_kept_line": "kept",
        "theme_remove_line": "theme_gone",
        "challenge_set_line": "challenge_set",
        "challenge_prepare_line": "prepared",
        "revealed_challenge": "challenge",
        "threat_announce_line": "announced",
        "revealed_threat": "threat",
        "threat": "threat_named",
        "clue_place_line": "clue_hidden",
        "clue_change_line": "clue_changed",
        "clue_remove_line": "clue_removed",
        "clue_share_line": "clue_shared",
        "trait_hide_line": "prepared",
        "trait_change_line": "trait_changed",
        "trait_change_line_gone": "trait_gone",
        "mystery_pose_line": "asked",
        "mystery_change_line": "mystery",
        "mystery_remove_line": "mystery_gone",
        "revealed_answer": "answer",
        "revealed_handout": "handout",
        "pack_shelve_line": "shelved",
        "pack_updated_line": "shelved_again",
        "pack_unshelve_line": "unshelved",
        "content_open_line": "opened",
        "case_prepare_line": "case_shelved",
        "series_name_line": "series",
        "note_take_line": "note",
        # what play leads to
        "coming": "coming",
        "called": "called",
        "called_bare": "called_bare",
        "landed_burn_tag": "landed_burn_tag",
        "landed_story_tag": "landed_tag",
        "landed_remove_tag": "landed_tag_gone",
        "landed_new_threat": "threat",
        "landed_narrative": "narrative",
        "landed_status": "landed",
        "landed_mitigated": "part",
        "landed_averted": "averted",
        "file": "file",
        "round": "round",
        "fell_away": "fell_away",
        "grown": "grown",
        "not_put": "not_put",
        "drawn_back": "drawn_back",
        "rests": "rests",
        "nothing_burnt": "nothing_burnt",
        "nothing_to_heal": "nothing_to_heal",
        "unresolved": "unresolved",
    }.items()
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.limits",
    "told.expired",
    "told.leftover",
    "told.phase",
    "told.challenge_words",
    "view.complexity_only",
)
"""Lines that a sentence need not say."""

TITLED = (
    "told.growth",
    "told.indulgence",
    "told.improved",
    "told.nothing_burnt",
    "told.nothing_to_heal",
    "told.drawn_back",
)
"""Lines that are told with whom the title names."""

ALIKE = ("sentences.of_coming", "sentences.of_status")
"""Parts that several can stand in."""

SPOKEN = Spoken({}, LINES, UNSAID, TITLED, ALIKE)
