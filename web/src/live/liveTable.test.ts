import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveConnection } from './connection.svelte';
import type { Hint, Standings, TableInfo, Update } from './messages';
import { solitario40 } from '../games/samples/positions';
import type { Solitario40View } from '../games/views';
import { LiveTable } from './liveTable.svelte';

const sendCommand = vi.fn<(table: string, count: number, command: object) => string | null>(() => 'a-1');
const connection = { sendCommand, watch: () => () => {} } as unknown as LiveConnection;
const INFO = { type: 'table', table: 'qexm', kind: 'practice', phase: 'playing', yours: [0], boards: [0] } as unknown as TableInfo;
const update = (count: number, more: Partial<Update> = {}): Update => ({
  type: 'update', table: 'qexm', board: 0, seq: count, count, id: null, actor: 0,
  view: solitario40.view, moves: solitario40.moves, told: [{ key: 'told.turned', values: {} }],
  last: null, can: ['undo', 'hint'], notices: [], ...more,
});
let table: LiveTable;

beforeEach(() => {
  sendCommand.mockClear();
  table = new LiveTable('qexm', connection);
  table.receive(INFO);
  table.receive(update(5));
});

test('a move is sent with the count it was decided on, and shown at once', () => {
  table.send({ type: 'move', move: '3S>b' });
  expect(sendCommand).toHaveBeenCalledWith('qexm', 5, { type: 'move', move: '3S>b' });
  expect((table.view as Solitario40View).bases[3]).toBe(3);
  expect(table.moves).toEqual([]);
});

test('a refusal takes the move back and gives the reason', () => {
  table.send({ type: 'move', move: '3S>b' });
  table.receive({ type: 'error', code: 'illegal_move', text: '', id: 'a-1', table: 'qexm', clause: 'R-S40-20' });
  expect(table.view).toBe(solitario40.view);
  expect(table.refusal?.clause).toBe('R-S40-20');
  expect(table.moves).toEqual(solitario40.moves);
});

test('a stale command shows no error: the present position follows', () => {
  table.send({ type: 'move', move: '3S>b' });
  table.receive({ type: 'error', code: 'stale', text: '', id: 'a-1', table: 'qexm' });
  table.receive(update(6));
  expect(table.refusal).toBeNull();
  expect(table.update!.count).toBe(6);
});

test('a hint is shown if it is still expected, not after another move', () => {
  const hint: Hint = { type: 'hint', table: 'qexm', id: 'a-1', advice: [{ move: '3S>b', told: [] }] };
  table.send({ type: 'hint' });
  sendCommand.mockReturnValueOnce('a-2');
  table.send({ type: 'move', move: '3S>b' });
  table.receive(hint);
  expect(table.hints).toBeNull();
  expect(table.isWaiting).toBe(true);
  table.receive(update(6, { id: 'a-2' }));
  table.send({ type: 'hint' });
  table.receive(hint);
  expect(table.hints).toHaveLength(1);
});

test('an older update changes nothing', () => {
  table.receive(update(4));
  expect(table.update!.count).toBe(5);
});

test('of two updates on one count the later entry of the log decides', () => {
  table.receive(update(5, { seq: 8, can: ['redo'] }));
  table.receive(update(5, { seq: 7 }));
  expect(table.update!.seq).toBe(8);
  expect(table.can('redo')).toBe(true);
});

test('older standings change nothing', () => {
  const standings = (seq: number): Standings => ({ type: 'standings', table: 'qexm', seq, mossa: seq, replays: 0, is_final: false, rows: [] });
  table.receive(standings(9));
  table.receive(standings(7));
  expect(table.standings!.seq).toBe(9);
});

test('past positions can be reviewed, and no move is possible meanwhile', () => {
  const later = { ...solitario40.view, points: 200 };
  table.receive(update(6, { view: later }));
  table.reviewedStep = 0;
  expect(table.view).toBe(solitario40.view);
  expect(table.moves).toEqual([]);
  table.reviewedStep = null;
  expect(table.view).toBe(later);
});

test('after a break the list of steps starts again', () => {
  table.receive(update(9, { told: [] }));
  expect(table.steps.map(({ count }) => count)).toEqual([9]);
});

test('an onlooker may not move', () => {
  table.receive({ ...INFO, yours: [] });
  expect(table.moves).toEqual([]);
  expect(table.can('undo')).toBe(false);
});

test('a table that does not exist', () => {
  const missing = new LiveTable('nope', connection);
  missing.receive({ type: 'error', code: 'not_found', text: '', table: 'nope' });
  expect(missing.isMissing).toBe(true);
});
