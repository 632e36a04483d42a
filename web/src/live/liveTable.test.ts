import { beforeEach, expect, test, vi } from 'vitest';
import type { Live } from './connection.svelte';
import type { Hint, Solitario40Picture, TableInfo, Update } from './messages';
import { solitario40 } from '../games/samplePositions';
import { Table } from './liveTable.svelte';

const act = vi.fn<(table: string, count: number, doing: object) => string | null>(() => 'a-1');
const live = { act, watch: () => () => {}, back: () => {} } as unknown as Live;
const INFO = { type: 'table', table: 'qexm', kind: 'practice', phase: 'playing', yours: [0], boards: [0] } as unknown as TableInfo;
const update = (count: number, more: Partial<Update> = {}): Update => ({
  type: 'update', table: 'qexm', board: 0, seq: count, count, id: null, actor: 0,
  view: solitario40.picture, moves: solitario40.moves, told: [{ key: 'told.turned', values: {} }],
  last: null, can: ['undo', 'hint'], notices: [], ...more,
});
let table: Table;

beforeEach(() => {
  act.mockClear();
  table = new Table('qexm', live);
  table.hear(INFO);
  table.hear(update(5));
});

test('a move is sent with the count it was decided on, and shown at once', () => {
  table.act({ type: 'move', move: '3S>b' });
  expect(act).toHaveBeenCalledWith('qexm', 5, { type: 'move', move: '3S>b' });
  expect((table.picture as Solitario40Picture).bases[3]).toBe(3);
  expect(table.moves).toEqual([]);
});

test('a refusal puts it back and says why', () => {
  table.act({ type: 'move', move: '3S>b' });
  table.hear({ type: 'error', code: 'illegal_move', text: '', id: 'a-1', table: 'qexm', clause: 'R-S40-20' });
  expect(table.picture).toBe(solitario40.picture);
  expect(table.refused?.clause).toBe('R-S40-20');
  expect(table.moves).toEqual(solitario40.moves);
});

test('a stale act says nothing: the present position follows', () => {
  table.act({ type: 'move', move: '3S>b' });
  table.hear({ type: 'error', code: 'stale', text: '', id: 'a-1', table: 'qexm' });
  table.hear(update(6));
  expect(table.refused).toBeNull();
  expect(table.update!.count).toBe(6);
});

test('a hint is shown to whoever waits for it, not to whoever has moved meanwhile', () => {
  const hint: Hint = { type: 'hint', table: 'qexm', id: 'a-1', advice: [{ move: '3S>b', told: [] }] };
  table.act({ type: 'hint' });
  act.mockReturnValueOnce('a-2');
  table.act({ type: 'move', move: '3S>b' });
  table.hear(hint);
  expect(table.advice).toBeNull();
  expect(table.isWaiting).toBe(true);
  table.hear(update(6, { id: 'a-2' }));
  table.act({ type: 'hint' });
  table.hear(hint);
  expect(table.advice).toHaveLength(1);
});

test('an older update changes nothing', () => {
  table.hear(update(4));
  expect(table.update!.count).toBe(5);
});

test('what was received can be looked at again, and nothing moves meanwhile', () => {
  const later = { ...solitario40.picture, points: 200 };
  table.hear(update(6, { view: later }));
  table.reviewed = 0;
  expect(table.picture).toBe(solitario40.picture);
  expect(table.moves).toEqual([]);
  table.reviewed = null;
  expect(table.picture).toBe(later);
});

test('after a break the list begins again', () => {
  table.hear(update(9, { told: [] }));
  expect(table.steps.map(({ count }) => count)).toEqual([9]);
});

test('an onlooker may not move', () => {
  table.hear({ ...INFO, yours: [] });
  expect(table.moves).toEqual([]);
  expect(table.can('undo')).toBe(false);
});

test('a table that is not there', () => {
  const nowhere = new Table('nope', live);
  nowhere.hear({ type: 'error', code: 'not_found', text: '', table: 'nope' });
  expect(nowhere.isMissing).toBe(true);
});
