import { expect, test } from 'vitest';
import type { AftaebrPicture, Update } from '../../live/messages';
import { aftaebr } from '../samplePositions';
import { story, taken } from './animation';

const board = (at: Record<number, string>) => Array.from({ length: 36 }, (_, i) => at[i] ?? '');
const PICTURE: AftaebrPicture = {
  ...aftaebr.picture, board: board({ 0: '1A', 1: '4B2A', 2: '3B', 9: '4A' }), hands: [[5, 5, 5, 5], [5, 5, 5, 5]], turn: 0, captured: 0, passed: [], winners: [],
};
const update = (view: AftaebrPicture, last: string | null, keys: string[]): Update => ({
  type: 'update', table: 'q', board: 0, seq: 9, count: 9, id: null, actor: 0, view, moves: [], told: keys.map((key) => ({ key, values: {} })),
  last, can: [], notices: [],
});

test('a piece that takes nothing is laid, and that is all', () => {
  const after = { ...PICTURE, board: board({ 0: '1A', 1: '4B2A', 2: '3B', 9: '4A', 35: '2A' }), turn: 1 };
  expect(story(PICTURE, update(after, '2@f6', ['af.placed'])).map(({ picture }) => picture)).toEqual([after]);
});

test('a sequence is completed, lights up, and is taken by whoever made it; what lay below stays (R-AF-19, 20, 30)', () => {
  const after = { ...PICTURE, board: board({ 1: '4B', 9: '4A' }), captured: 4, turn: 0 };
  const [laid, lit, gone] = story(PICTURE, update(after, '4@d1', ['af.placed', 'af.capture', 'af.captured']));
  expect(laid!.picture.board[3]).toBe('4A');
  expect(laid!.lit).toEqual([]);
  expect(lit!.lit).toEqual([0, 1, 2, 3]);
  expect(lit!.picture).toBe(laid!.picture);
  expect(gone!.picture).toBe(after);
  expect(gone!.arriving.map(({ id, number, seat }) => [id, number, seat])).toEqual([['0.0', 1, 0], ['1.1', 2, 0], ['2.0', 3, 1], ['3.0', 4, 0]]);
  expect(gone).toMatchObject({ captor: 0, isAgain: true });
});

test('who cannot place, or has won, does not play again', () => {
  const after = { ...PICTURE, board: board({}), captured: 4, turn: 1 };
  expect(story(PICTURE, update(after, '4@d1', ['af.placed', 'af.capture'])).at(-1)!.isAgain).toBe(false);
});

test('a draw, a colour, a move taken back: at once', () => {
  expect(story(PICTURE, update(PICTURE, null, ['af.drawn']))).toHaveLength(1);
  expect(story(PICTURE, update(PICTURE, '3@a1', ['told.undo']))).toHaveLength(1);
});

test('of a stack only what is missing was taken', () => {
  const after = { ...PICTURE, board: board({ 1: '4B', 0: '1A', 2: '3B', 9: '4A' }) };
  expect(taken(PICTURE, after).map(({ id }) => id)).toEqual(['1.1']);
});
