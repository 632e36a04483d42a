import { expect, test } from 'vitest';
import type { Update } from '../../live/messages';
import { aftaebr } from '../samples/positions';
import type { AftaebrView } from '../views';
import { animationFrames, capturedPieces } from './animation';

const board = (at: Record<number, string>) => Array.from({ length: 36 }, (_, i) => at[i] ?? '');
const VIEW: AftaebrView = {
  ...aftaebr.view, board: board({ 0: '1A', 1: '4B2A', 2: '3B', 9: '4A' }), hands: [[5, 5, 5, 5], [5, 5, 5, 5]], turn: 0, captured: 0, passed: [], winners: [],
};
const update = (view: AftaebrView, last: string | null, keys: string[]): Update => ({
  type: 'update', table: 'q', board: 0, seq: 9, count: 9, id: null, actor: 0, view, moves: [], told: keys.map((key) => ({ key, values: {} })),
  last, can: [], notices: [],
});

test('a piece that captures nothing is placed, and that is all', () => {
  const after = { ...VIEW, board: board({ 0: '1A', 1: '4B2A', 2: '3B', 9: '4A', 35: '2A' }), turn: 1 };
  expect(animationFrames(VIEW, update(after, '2@f6', ['af.placed'])).map(({ view }) => view)).toEqual([after]);
});

test('a sequence is completed, highlighted, and captured by the player who made it; what lay below stays (R-AF-19, 20, 30)', () => {
  const after = { ...VIEW, board: board({ 1: '4B', 9: '4A' }), captured: 4, turn: 0 };
  const [placed, highlighted, captured] = animationFrames(VIEW, update(after, '4@d1', ['af.placed', 'af.capture', 'af.captured']));
  expect(placed!.view.board[3]).toBe('4A');
  expect(placed!.highlighted).toEqual([]);
  expect(highlighted!.highlighted).toEqual([0, 1, 2, 3]);
  expect(highlighted!.view).toBe(placed!.view);
  expect(captured!.view).toBe(after);
  expect(captured!.captured.map(({ id, number, seat }) => [id, number, seat])).toEqual([['0.0', 1, 0], ['1.1', 2, 0], ['2.0', 3, 1], ['3.0', 4, 0]]);
  expect(captured).toMatchObject({ captor: 0, hasExtraTurn: true });
});

test('a player who cannot place, or has won, has no extra turn', () => {
  const after = { ...VIEW, board: board({}), captured: 4, turn: 1 };
  expect(animationFrames(VIEW, update(after, '4@d1', ['af.placed', 'af.capture'])).at(-1)!.hasExtraTurn).toBe(false);
});

test('a draw, a colour or an undo is shown at once', () => {
  expect(animationFrames(VIEW, update(VIEW, null, ['af.drawn']))).toHaveLength(1);
  expect(animationFrames(VIEW, update(VIEW, '3@a1', ['told.undo']))).toHaveLength(1);
});

test('of a stack only the missing pieces were captured', () => {
  const after = { ...VIEW, board: board({ 1: '4B', 0: '1A', 2: '3B', 9: '4A' }) };
  expect(capturedPieces(VIEW, after).map(({ id }) => id)).toEqual(['1.1']);
});
