import { expect, test } from 'vitest';
import type { GameStatistics, PastPlayer } from '../../../live/messages';
import { m } from '../../../paraglide/messages.js';
import { resultFacts } from './resultFacts';

const MINE: PastPlayer = { player: 0, name: 'Anna', bot: null, is_you: true, is_won: true, moves: 96, points: 565, seconds: 192 };
const STATISTICS: GameStatistics = {
  game: 'solitario40', played: 9, won: 4, best_points: 565, mean_points: 300, fastest_win: 120, seconds: 3000,
  current_streak: 3, best_streak: 4, last_points: [100, 565], kinds: [],
};
const told = (mine?: PastPlayer, statistics?: GameStatistics) => Object.fromEntries(resultFacts(mine, statistics).map(({ name, value }) => [name, value]));

test('a win tells time, moves, the record and the streak', () => {
  expect(told(MINE, STATISTICS)).toEqual({
    [m.me_time()]: m.page_minutes_seconds({ min: 3, s: 12 }),
    [m.me_moves()]: '96',
    [m.result_best()]: '565',
    [m.result_streak()]: '3',
  });
});

test('a loss has no streak', () => {
  expect(told({ ...MINE, is_won: false }, { ...STATISTICS, current_streak: 0 })).not.toHaveProperty(m.result_streak());
});

test('a win that is looked at after a loss has no streak', () => {
  expect(told(MINE, { ...STATISTICS, current_streak: 0 })).not.toHaveProperty(m.result_streak());
});

test.each([
  ['solitario40', 0],
  ['aftaebr', 28],
])('no record is told before there is one, and none of a game without points: %s, %i', (game, best_points) => {
  const lost = { ...STATISTICS, game, best_points, last_points: [0, best_points] };
  expect(told({ ...MINE, is_won: false }, lost)).not.toHaveProperty(m.result_best());
});

test('what is not known is left out', () => {
  expect(told({ ...MINE, seconds: null, moves: null })).toEqual({});
  expect(told()).toEqual({});
});
