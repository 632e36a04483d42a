import { expect, test } from 'vitest';
import type { TableInfo } from '../../live/messages';
import { m } from '../../paraglide/messages.js';
import type { PlainView } from '../views';
import plain from './game';

const { hasPoints, result } = plain;

const VIEW: PlainView = { game: 'plain', name: 'noughts', position: '', turn: null, scores: [0, 0], winners: [], is_over: true };
const INFO = { yours: [0], seats: [{ name: 'Anna', bot: null }, { name: 'Bruno', bot: null }] } as unknown as TableInfo;

test.each([
  [[0, 0], [], false],
  [[1, 0], [0], false],
  [[0], [], false],
  [[1, 0], [], true],
  [[3, 5], [1], true],
  [[0, 1], [0], true],
  [[0, 1, 1], undefined, false],
  [[0, 1, 7], undefined, true],
])('scores %j with winners %j: points %s', (scores, winners, expected) => expect(hasPoints(scores, winners)).toBe(expected));

test('the result of a game without points names none', () => {
  expect(result({ ...VIEW, scores: [1, 0], winners: [0] }, INFO)).toEqual({ title: m.table_won(), points: '', isWon: true });
  expect(result(VIEW, INFO)).toEqual({ title: m.table_drawn(), points: '', isWon: false });
});

test('the result of a game with points shows those of every seat', () => {
  expect(result({ ...VIEW, scores: [3, 5], winners: [1] }, INFO)).toEqual({ title: m.table_lost_to({ name: 'Bruno' }), points: '3 – 5', isWon: false });
});
