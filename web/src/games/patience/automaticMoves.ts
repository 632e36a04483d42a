/**
 * The moves that the client chooses for the player of a patience, if the player wants it so (docs/playing/README.md).
 * Both choose among the legal moves that the server sent.
 */
import { isRed, suitOf, SUITS } from '../../cards/cardNames';
import { findMove, parseMove } from '../board/moveNotation';
import type { NoveColonneView, Solitario40View } from '../views';

type PatienceView = Solitario40View | NoveColonneView;

/**
 * The best place of a card, for a single tap:
 *
 * 1. its base;
 * 2. a column with cards, the one with the fewest face-down cards, so that as few as possible are buried;
 * 3. an empty column, unless the card is the first of a column itself: that would change nothing (R-S40-49).
 *
 * Never from a base back to a column: that costs points, so it must be asked for with two taps.
 */
export function bestMove(view: PatienceView, moves: readonly string[], piece: string): string | undefined {
  const toBase = findMove(moves, piece, 'b');
  if (toBase) return toBase;
  const source = view.columns.find((cards) => cards.includes(piece));
  if (!source && !isBesideColumns(view, piece)) return undefined;
  const columns = moves.flatMap((move) => {
    const { piece: moved, to } = parseMove(move) ?? {};
    const at = Number(to) - 1;
    return moved === piece && view.columns[at] ? [{ move, isEmpty: !view.columns[at].length, hidden: view.hidden[at] ?? 0 }] : [];
  });
  const useful = columns.filter(({ isEmpty }) => !isEmpty || source?.[0] !== piece);
  return useful.sort((a, b) => Number(a.isEmpty) - Number(b.isEmpty) || a.hidden - b.hidden)[0]?.move;
}

/** Is this card in the mazzetto or in the reserve? */
const isBesideColumns = (view: PatienceView, piece: string) =>
  'mazzetto' in view ? view.mazzetto.includes(piece) : view.reserve.includes(piece);

/**
 * A move to a base that can never cost a chance or a point: no card still in play could ever be put on the card that
 * leaves. A card of rank r takes the two cards of rank r − 1 and the other colour, and on those could go only the other
 * suit of its own colour, rank r − 2. If all these are on their bases, every way of playing on is open without the card,
 * too, and its ten points are certain.
 *
 * The mazzetto is left alone: taking a card from it changes which cards the next turns of the mazzo bring up. A card of
 * the reserve has no way back there in any case (R-N9-17), so it may go.
 */
export function safeMove(view: PatienceView, moves: readonly string[]): string | undefined {
  return moves.find((move) => {
    const { piece, to } = parseMove(move) ?? {};
    if (!piece || to !== 'b' || ('mazzetto' in view && view.mazzetto.includes(piece))) return false;
    const suit = suitOf(piece);
    const rank = view.bases[SUITS.indexOf(suit)]! + 1;
    return SUITS.every((other, i) => other === suit || view.bases[i]! >= rank - (isRed(other) === isRed(suit) ? 2 : 1));
  });
}
