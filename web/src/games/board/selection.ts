/**
 * Picking up and putting down (R-S40-38 … 41), the same on all four boards.
 *
 * A move is a string the server sent: what is taken, a sign, where it goes: `7S>3`, `3R>2`, `3@b4`.
 * This module knows nothing else about the games: a place takes a piece if the move is in the list.
 */

export type Pick = {
  /** What is in the hand: `7S`, `3R`, `3`. */
  held: string | null;
  /** Play this now. */
  move?: string;
  /** This was tried and is not a move: say why. `to` is null if the piece itself cannot be taken. */
  refused?: { piece: string; to: string | null };
};

/** What lies under the finger: a piece, the place it lies on, or both. */
export type Spot = { piece?: string | null; place?: string | null };

export function parts(move: string): { piece: string; to: string } | null {
  const cut = move.search(/[>@]/);
  return cut < 0 ? null : { piece: move.slice(0, cut), to: move.slice(cut + 1) };
}

/** Is there a move that takes this piece? */
export const canTake = (moves: readonly string[], piece: string) =>
  moves.some((move) => parts(move)?.piece === piece);

/** Where the piece may go, in the order of the moves. */
export const targets = (moves: readonly string[], piece: string | null) =>
  piece === null ? [] : moves.map(parts).filter((p) => p?.piece === piece).map((p) => p!.to);

export function moveOf(moves: readonly string[], piece: string, to: string): string | undefined {
  return moves.find((move) => {
    const p = parts(move);
    return p?.piece === piece && p.to === to;
  });
}

/** A click, a tap, or Enter on a spot. */
export function tap(held: string | null, { piece, place }: Spot, moves: readonly string[]): Pick {
  if (held === null) return piece ? take(piece, moves) : { held };
  if (piece === held) return { held: null };
  const move = place ? moveOf(moves, held, place) : undefined;
  if (move) return { held: null, move };
  if (piece && canTake(moves, piece)) return { held: piece };
  return place ? { held, refused: { piece: held, to: place } } : { held };
}

function take(piece: string, moves: readonly string[]): Pick {
  return canTake(moves, piece) ? { held: piece } : { held: null, refused: { piece, to: null } };
}

/** A double click sends the piece to its base, if that is a move; else it is two clicks (R-S40-40). */
export function doubleTap(held: string | null, spot: Spot, moves: readonly string[]): Pick {
  const move = spot.piece ? moveOf(moves, spot.piece, 'b') : undefined;
  return move ? { held: null, move } : tap(held, spot, moves);
}

/** The end of a drag; dropped elsewhere the piece returns. */
export function drop(piece: string, place: string | null, moves: readonly string[]): Pick {
  const move = place === null ? undefined : moveOf(moves, piece, place);
  if (move) return { held: null, move };
  return place === null ? { held: null } : { held: null, refused: { piece, to: place } };
}

/** What is still held when a new position arrives. */
export const keep = (held: string | null, moves: readonly string[]) =>
  held !== null && canTake(moves, held) ? held : null;

// A finger shakes; a mouse hardly does. In CSS pixels and milliseconds.
const SLACK = { mouse: 4, pen: 8, touch: 12 };
const SHAKY = { distance: 28, time: 220 };
export const DOUBLE = 400;

export type Pointer = { x: number; y: number; time: number; kind: string };

/** Has the pointer gone far enough to be dragging? */
export function isDrag(down: Pointer, now: Pointer): boolean {
  const slack = SLACK[down.kind as keyof typeof SLACK] ?? SLACK.touch;
  return Math.hypot(now.x - down.x, now.y - down.y) > slack;
}

/** A quick, short slip of a finger is a tap, although it looked like a drag for a moment. */
export function isShakyTap(down: Pointer, up: Pointer): boolean {
  const short = Math.hypot(up.x - down.x, up.y - down.y) <= SHAKY.distance;
  return down.kind !== 'mouse' && short && up.time - down.time <= SHAKY.time;
}

export type Box = { left: number; top: number; right: number; bottom: number };

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The place a dragged piece lies on: the legal one it covers most, else the one it covers most. */
export function landing(piece: Box, places: { place: string; box: Box; legal: boolean }[]): string | null {
  const covered = places
    .map(({ place, box, legal }) => ({ place, legal, area: overlap(piece, box) }))
    .filter(({ area }) => area > 0)
    .sort((a, b) => Number(b.legal) - Number(a.legal) || b.area - a.area);
  return covered[0]?.place ?? null;
}
