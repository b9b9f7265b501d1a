"""Bots: players that receive a seat (view, legal orders, check) and never a state; made from a spec."""

from hulldown.bots.registry import (
    Bot,
    BotInfo,
    ForfeitError,
    bot_infos,
    bot_names,
    check_spec,
    end_bot,
    make_bot,
    remark_of,
)

__all__ = ["Bot", "BotInfo", "ForfeitError", "bot_infos", "bot_names", "check_spec", "end_bot", "make_bot", "remark_of"]
