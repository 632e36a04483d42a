import { expect, test, vi } from 'vitest';
import type { Replay } from '../../api/client';
import { PAGE_SIZE, ReplayPlayer } from './replayPlayer.svelte';

/** Board b has an entry at every (b + 2)th entry of the log. */
function server(total: number) {
  return vi.fn(async ({ board, from, to }: { board: number; from: number; to: number }) => ({
    board,
    total,
    steps: Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, i) => ({
      number: from + i,
      seq: (from + i) * (board + 2),
    })),
  }) as unknown as Replay);
}

test('a page is loaded once, when it is needed', async () => {
  const load = server(700);
  const player = new ReplayPlayer(load);
  await player.load(0);
  await player.go(10);
  await player.go(11);
  expect(load).toHaveBeenCalledTimes(1);
  await player.go(PAGE_SIZE * 3);
  expect(player.step?.number).toBe(PAGE_SIZE * 3);
  expect(load.mock.lastCall?.[0]).toMatchObject({ from: PAGE_SIZE * 3, to: PAGE_SIZE * 4 });
});

test('it starts after the deal, or where a link points to', async () => {
  const entries = [null, 'dealer: lots 1 2', 'dealer 1: deal', 'player 1: 7S>4', 'player 1: turn'];
  const create = () =>
    new ReplayPlayer(async () => ({ total: 5, steps: entries.map((entry, number) => ({ number, seq: number, entry })) }) as unknown as Replay);
  const player = create();
  await player.start(null);
  expect(player.position).toBe(2);
  const linked = create();
  await linked.start(4, 1);
  expect([linked.position, linked.board]).toEqual([4, 1]);
});

test('the position stays between the first and the last step', async () => {
  const player = new ReplayPlayer(server(5));
  await player.load(0);
  await player.go(99);
  expect(player.position).toBe(4);
  await player.go(-3);
  expect(player.position).toBe(0);
});

test('another board is shown at the same moment of the table', async () => {
  const player = new ReplayPlayer(server(600));
  await player.load(0);
  await player.go(31);
  await player.showBoard(1);
  expect(player.step?.seq).toBe(60);
  expect(player.position).toBe(20);
  await player.showBoard(0);
  expect(player.position).toBe(31);
});

test('it stops at the end, and starts again from the beginning', async () => {
  const player = new ReplayPlayer(server(3));
  await player.load(0);
  player.togglePlay();
  player.tick();
  player.tick();
  expect(player.position).toBe(2);
  player.tick();
  expect(player.isPlaying).toBe(false);
  player.togglePlay();
  expect([player.position, player.isPlaying]).toEqual([0, true]);
});
