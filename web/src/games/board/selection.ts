/**
 * Selecting, dragging and dropping (R-S40-38 … 41), the same on all boards.
 *
 * This module knows nothing about the rules: a place accepts a piece if the move is in the list.
 */
import { findMove, isMovable } from './moveNotation';

/** What a gesture leads to. */
export type GestureResult = {
  /** The selected piece: `7S`, `3R`, `3`. */
  selected: string | null;
  /** The move to play now. */
  move?: string;
  /** What was tried and is not a legal move; `to` is null if the piece cannot be moved at all. */
  illegal?: { piece: string; to: string | null };
};

/** What is under the pointer: a piece, the place it is on, or both. */
export type Spot = { piece?: string | null; place?: string | null };

/** The move that a single tap on a piece plays; without one the piece is selected. */
export type BestMove = (piece: string) => string | undefined;

/** A click, a tap, or Enter on a spot. */
export function tap(selected: string | null, { piece, place }: Spot, moves: readonly string[], bestMove?: BestMove): GestureResult {
  if (selected === null) {
    if (!piece) return { selected };
    const best = bestMove?.(piece);
    return best ? { selected: null, move: best } : select(piece, moves);
  }
  if (piece === selected) return { selected: null };
  const move = place ? findMove(moves, selected, place) : undefined;
  if (move) return { selected: null, move };
  if (piece && isMovable(moves, piece)) return { selected: piece };
  return place ? { selected, illegal: { piece: selected, to: place } } : { selected };
}

function select(piece: string, moves: readonly string[]): GestureResult {
  return isMovable(moves, piece) ? { selected: piece } : { selected: null, illegal: { piece, to: null } };
}

/** A double click sends the piece to its base if that is a legal move; otherwise it counts as two clicks (R-S40-40). */
export function doubleTap(selected: string | null, spot: Spot, moves: readonly string[]): GestureResult {
  const move = spot.piece ? findMove(moves, spot.piece, 'b') : undefined;
  return move ? { selected: null, move } : tap(selected, spot, moves);
}

/** The end of a drag. A piece dropped anywhere else goes back. */
export function drop(piece: string, place: string | null, moves: readonly string[]): GestureResult {
  const move = place === null ? undefined : findMove(moves, piece, place);
  if (move) return { selected: null, move };
  return place === null ? { selected: null } : { selected: null, illegal: { piece, to: place } };
}

/** What stays selected when a new position arrives. */
export const keepSelection = (selected: string | null, moves: readonly string[]) =>
  selected !== null && isMovable(moves, selected) ? selected : null;
