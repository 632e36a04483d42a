/** What an update of aftaebr tells, as pictures one after another: the piece is laid, the sequence lights up, its pieces are taken. */
import type { AftaebrPicture, Update } from '../../live/messages';
import { foresee } from '../predictMove';
import type { Scene } from '../board/animationQueue.svelte';
import { stack, type Piece } from './pieces';

export const LAY = 320;
export const LIGHT = 800;
export const FLY = 520;

/** A piece that comes from the board to a hand. */
export type Arrival = Piece & { id: string };

export type AftaebrScene = Scene & {
  picture: AftaebrPicture;
  /** Cells of the sequence that has just been made. */
  lit: readonly number[];
  /** What the captor takes. */
  arriving: readonly Arrival[];
  captor: number | null;
  /** Does the captor play again (R-AF-21)? */
  isAgain: boolean;
};

export const still = (picture: AftaebrPicture): AftaebrScene => ({ picture, lit: [], arriving: [], captor: null, isAgain: false, lasts: 0 });

/** A piece is told apart by where it lies: cell and height. */
export const idOf = (cell: number, height: number) => `${cell}.${height}`;

/** What is on the board before, and not any more after. */
export function taken(before: AftaebrPicture, after: AftaebrPicture): Arrival[] {
  return before.board.flatMap((text, cell) => {
    const left = stack(after.board[cell]!).length;
    return stack(text).map((piece, height) => ({ ...piece, id: idOf(cell, height), height })).filter(({ height }) => height >= left)
      .map(({ number, seat, id }) => ({ number, seat, id }));
  });
}

/** From a settled position to the one of the update. */
export function story(settled: AftaebrPicture, update: Update): AftaebrScene[] {
  const after = update.view as AftaebrPicture;
  const end = { ...still(after), lasts: LAY };
  if (update.told[0]?.key !== 'af.placed' || !update.last) return [still(after)];
  if (!after.captured) return [end];
  const captor = settled.turn;
  const laid = { ...still(foresee(settled, update.last) as AftaebrPicture), lasts: LAY };
  const arriving = taken(laid.picture, after);
  const lit = [...new Set(arriving.map(({ id }) => Number.parseInt(id, 10)))];
  return [laid, { ...laid, lit, lasts: LIGHT }, { ...end, lasts: FLY, arriving, captor, isAgain: after.turn === captor }];
}
