/** The frames that animate an update of aftaebr: the piece is placed, the sequence lights up, its pieces are captured. */
import type { Frame } from '../board/animationQueue.svelte';
import type { BoardUpdate } from '../gameModule';
import { predictMove } from './predictMove';
import type { AftaebrView } from '../views';
import { parseStack, type Piece } from './pieces';

/** Milliseconds at calm speed. */
export const PLACE = 320;
export const HIGHLIGHT = 800;
export const CAPTURE = 520;

/** A captured piece on its way from the board to a hand. */
export type CapturedPiece = Piece & { id: string };

export type AftaebrFrame = Frame & {
  view: AftaebrView;
  /** Cells of the sequence that has just been completed. */
  highlighted: readonly number[];
  captured: readonly CapturedPiece[];
  captor: number | null;
  /** Does the captor play again (R-AF-21)? */
  hasExtraTurn: boolean;
};

export const stillFrame = (view: AftaebrView): AftaebrFrame => ({ view, highlighted: [], captured: [], captor: null, hasExtraTurn: false, duration: 0 });

/** A piece is identified by its cell and its height in the stack. */
export const pieceId = (cell: number, height: number) => `${cell}.${height}`;

/** The pieces that were on the board before and are not there after. */
export function capturedPieces(before: AftaebrView, after: AftaebrView): CapturedPiece[] {
  return before.board.flatMap((text, cell) => {
    const left = parseStack(after.board[cell]!).length;
    return parseStack(text).map((piece, height) => ({ ...piece, id: pieceId(cell, height), height })).filter(({ height }) => height >= left)
      .map(({ number, seat, id }) => ({ number, seat, id }));
  });
}

/** From the previous position to the one of the update. */
export function animationFrames(previous: AftaebrView, update: BoardUpdate): AftaebrFrame[] {
  const after = update.view as AftaebrView;
  const end = { ...stillFrame(after), duration: PLACE };
  if (update.told[0]?.key !== 'af.placed' || !update.last) return [stillFrame(after)];
  if (!after.captured) return [end];
  const captor = previous.turn;
  const placed = { ...stillFrame(predictMove(previous, update.last)), duration: PLACE };
  const captured = capturedPieces(placed.view, after);
  const highlighted = [...new Set(captured.map(({ id }) => Number.parseInt(id, 10)))];
  return [placed, { ...placed, highlighted, duration: HIGHLIGHT }, { ...end, duration: CAPTURE, captured, captor, hasExtraTurn: after.turn === captor }];
}
