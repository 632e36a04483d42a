import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { solitario40 } from '../../../games/samples/positions';
import type { Command, LiveConnection } from '../../../live/connection.svelte';
import { LiveTable } from '../../../live/liveTable.svelte';
import type { TableInfo, Update } from '../../../live/messages';
import { settings } from '../../../settings/settings.svelte';
import { playSafeMoves } from './autoplay.svelte';

/** The two of denari is safe: both black aces are on their bases. */
const VIEW = { ...solitario40.view, bases: [1, 3, 1, 2] };
const sent: Command[] = [];
const connection = {
  sendCommand: (_table: string, _count: number, command: Command) => `id-${sent.push(command)}`,
  watch: () => () => {},
} as unknown as LiveConnection;
const update = (count: number): Update => ({
  type: 'update', table: 'qexm', board: 0, seq: count, count, id: `id-${sent.length}`, actor: 0,
  view: VIEW, moves: ['4H>b', '2D>b', 'turn'], told: [{ key: 'told.turned', values: {} }], last: null, can: ['undo'], notices: [],
});

let table: LiveTable;
let stop = () => {};

function open(kind: TableInfo['kind']): void {
  table = new LiveTable('qexm', connection);
  table.receive({ type: 'table', table: 'qexm', kind, game: 'solitario40', phase: 'playing', yours: [0], boards: [0] } as unknown as TableInfo);
  table.receive(update(5));
  stop = $effect.root(() => playSafeMoves(table));
  flushSync();
}

/** A command, its answer, and the time in which a safe card would go. */
function play(command: Command): void {
  table.send(command);
  flushSync();
  table.receive(update(table.update!.count + 1));
  flushSync();
  vi.runAllTimers();
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  settings.autoplay = true;
});
afterEach(() => {
  stop();
  settings.autoplay = false;
  vi.useRealTimers();
});

test('after a move the safe card follows', () => {
  open('practice');
  play({ type: 'move', move: 'turn' });
  expect(sent.at(-1)).toEqual({ type: 'move', move: '2D>b' });
});

test('nothing moves on a table that was just opened, and what is taken back stays back', () => {
  open('practice');
  vi.runAllTimers();
  expect(sent).toEqual([]);
  play({ type: 'undo' });
  expect(sent).toEqual([{ type: 'undo' }]);
});

test.each(['contest', 'daily'] as const)('a %s is played by hand', (kind) => {
  open(kind);
  play({ type: 'move', move: 'turn' });
  expect(sent).toHaveLength(1);
});

test('it is off unless the user turns it on', () => {
  settings.autoplay = false;
  open('practice');
  play({ type: 'move', move: 'turn' });
  expect(sent).toHaveLength(1);
});
