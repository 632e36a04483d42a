"""What the server refuses, each with a machine-readable code."""

from __future__ import annotations

from typing import ClassVar

from tavolino.game import TavolinoError


class Refusal(TavolinoError):
    """A request or message that was refused; it has changed nothing."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400


class BadMessage(Refusal):
    code = "bad_message"


class BadOption(Refusal):
    code = "bad_option"


class IllegalMove(Refusal):
    code = "illegal_move"
    status = 409


class Stale(Refusal):
    code = "stale"
    status = 409


class NotYourTurn(Refusal):
    code = "not_your_turn"
    status = 409


class NotSeated(Refusal):
    code = "not_seated"
    status = 403


class NotAllowed(Refusal):
    code = "not_allowed"
    status = 403


class NeedsAccount(Refusal):
    code = "needs_account"
    status = 403


class NotFound(Refusal):
    code = "not_found"
    status = 404


class TableFull(Refusal):
    code = "table_full"
    status = 409


class TableOver(Refusal):
    code = "table_over"
    status = 409


class NotOver(Refusal):
    """A record is public when its game is over; that of a daily deal, when its day is."""

    code = "not_over"
    status = 409


class OtherRules(Refusal):
    """Played under a version of the rules that this server does not have."""

    code = "other_rules"
    status = 409


class BadRecord(Refusal):
    code = "bad_record"


class TooMany(Refusal):
    code = "too_many"
    status = 409


class TooManyGames(Refusal):
    code = "too_many_games"
    status = 409


class NotStarted(Refusal):
    code = "not_started"
    status = 409


class TimeUp(Refusal):
    code = "time_up"
    status = 409


class TooFast(Refusal):
    code = "too_fast"
    status = 429


class NotSignedIn(Refusal):
    code = "not_signed_in"
    status = 401


class WrongPassword(Refusal):
    code = "wrong_password"
    status = 403


class NameTaken(Refusal):
    code = "name_taken"
    status = 409


class ForeignOrigin(Refusal):
    code = "foreign_origin"
    status = 403


class Unavailable(Refusal):
    code = "unavailable"
    status = 503


class WrongMethod(Refusal):
    code = "wrong_method"
    status = 405


class TooLarge(Refusal):
    code = "too_large"
    status = 413


class HeadTooLarge(Refusal):
    code = "too_large"
    status = 431


class NoLength(Refusal):
    code = "no_length"
    status = 411


class TooSlow(Refusal):
    code = "too_slow"
    status = 408


class ClientDisconnected(Refusal):
    """The client has gone before the end of its request, so it will not see this."""

    code = "broken_off"


class WrongHost(Refusal):
    code = "wrong_host"
    status = 421


class WrongMedia(Refusal):
    code = "wrong_media"
    status = 415


class InternalError(Refusal):
    """An error of the server itself."""

    code = "broken"
    status = 500
