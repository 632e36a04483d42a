import { expect, test } from 'vitest';
import type { TableInfo, Sentence, Update } from '../live/messages';
import { aftaebr, azul_solo, solitario40 } from '../games/samples/positions';
import { soundsOf, timeWarningIn } from './soundEvents';

const INFO = {
  type: 'table', table: 'qexm', game: 'solitario40', kind: 'practice', phase: 'playing', players: 1, yours: [0], seats: [],
  ends_at: null,
} as unknown as TableInfo;
const TABLE = { ...INFO, kind: 'table', players: 2 } as TableInfo;

const told = (...keys: string[]): Sentence[] => keys.map((key) => ({ key, values: {} }));
const update = (count: number, more: Partial<Update> = {}): Update => ({
  type: 'update', table: 'qexm', board: 0, seq: count, count, id: null, actor: 0, view: solitario40.view,
  moves: [], told: [], last: null, can: [], notices: [], ...more,
});
const sounds = (previous: Update | undefined, now: Update, info = INFO) => soundsOf(previous, now, info).map(({ sound }) => sound);

test.each([
  ['told.to_column', solitario40, ['placed']],
  ['told.to_base', solitario40, ['base']],
  ['told.turned', solitario40, ['turned']],
  ['told.undo', azul_solo, ['placed']],
  ['az.you', azul_solo, ['tile']],
  ['az.answer', azul_solo, ['die', 'tile']],
  ['af.placed', aftaebr, ['piece']],
  ['af.capture', aftaebr, ['capture']],
  ['af.pass', aftaebr, []],
])('%s', (key, { view }, expected) => expect(sounds(update(4, { view }), update(5, { view, told: told(key) }))).toEqual(expected));

test('an uncovered card is turned over', () => {
  const uncovered = { key: 'told.uncovered', values: { card: '7S' } };
  const carried = [{ key: 'told.to_column', values: { card: '6H', column: 3, uncovered, gain: '' } }];
  expect(sounds(update(4), update(5, { told: carried }))).toEqual(['placed', 'turned']);
});

test('the tiles of a round sound one by one, after the answer', () => {
  const laid = told('az.laid', 'az.laid');
  const all = soundsOf(update(4), update(9, { view: azul_solo.view, told: [...told('az.you', 'az.answer'), { key: 'az.round', values: { laid } }] }), INFO);
  expect(all.map(({ sound }) => sound)).toEqual(['tile', 'die', 'tile', 'base', 'base']);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(5);
});

test('the first position of a page is silent, and so are repeated and missed updates', () => {
  expect(soundsOf(undefined, update(5, { told: told('told.deal') }), INFO)).toEqual([]);
  expect(soundsOf(update(5), update(5, { told: told('told.turned') }), INFO)).toEqual([]);
  expect(soundsOf(update(5), update(9), INFO)).toEqual([]);
  expect(soundsOf(update(5, { board: 1 }), update(9, { told: told('told.turned') }), INFO)).toEqual([]);
});

test('many cards at once make a limited number of sounds', () => {
  const all = sounds(update(4), update(44, { told: told(...Array<string>(40).fill('told.to_base')) }));
  expect(all).toHaveLength(12);
});

test('among others, a user hears that their turn begins, but not an extra turn', () => {
  const placed = told('af.placed');
  const view = aftaebr.view;
  expect(sounds(update(4, { actor: 1, view }), update(5, { actor: 0, view, told: placed }), TABLE)).toEqual(['piece', 'turn']);
  expect(sounds(update(4, { actor: 0, view }), update(5, { actor: 0, view, told: placed }), TABLE)).toEqual(['piece']);
  expect(sounds(update(4, { actor: 0, view }), update(5, { actor: 1, view, told: placed }), TABLE)).toEqual(['piece']);
  const hotSeat = { ...TABLE, yours: [0, 1] };
  expect(sounds(update(4, { actor: 1, view }), update(5, { actor: 0, view, told: placed }), hotSeat)).toEqual(['piece']);
});

test('the end sounds won or lost, once', () => {
  const won = { ...aftaebr.view, winners: [0] };
  const lost = { ...aftaebr.view, winners: [1] };
  const before = update(4, { view: { ...aftaebr.view, winners: [] } });
  expect(sounds(before, update(5, { view: won, actor: null, told: told('af.won') }), TABLE)).toEqual(['win']);
  expect(sounds(before, update(5, { view: lost, actor: null, told: told('af.won') }), TABLE)).toEqual(['lose']);
  expect(sounds(before, update(5, { view: lost, actor: null, told: told('af.won') }), { ...TABLE, yours: [] })).toEqual(['win']);
  expect(sounds(update(5, { view: won }), update(6, { view: won, told: told('af.won') }), TABLE)).toEqual([]);
});

test('the time warning comes ten seconds before the end, for the player to act', () => {
  const mine = update(5, { turn_ends_at: 60_000 });
  expect(timeWarningIn(mine, TABLE, 20_000)).toBe(30_000);
  expect(timeWarningIn(mine, TABLE, 55_000)).toBeNull();
  expect(timeWarningIn({ ...mine, actor: 1 }, TABLE, 20_000)).toBeNull();
  expect(timeWarningIn(mine, { ...TABLE, yours: [] }, 20_000)).toBeNull();
  expect(timeWarningIn(update(5), { ...INFO, ends_at: 90_000 }, 20_000)).toBe(60_000);
  expect(timeWarningIn(mine, { ...TABLE, phase: 'over' }, 20_000)).toBeNull();
});
