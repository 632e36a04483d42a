import { expect, test, vi } from 'vitest';
import type { Replay } from '../../api/client';
import { PAGE, Projector } from './replayPlayer.svelte';

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

test('a page is asked for once, when it is looked at', async () => {
  const load = server(700);
  const projector = new Projector(load);
  await projector.see(0);
  await projector.go(10);
  await projector.go(11);
  expect(load).toHaveBeenCalledTimes(1);
  await projector.go(PAGE * 3);
  expect(projector.step?.number).toBe(PAGE * 3);
  expect(load.mock.lastCall?.[0]).toMatchObject({ from: PAGE * 3, to: PAGE * 4 });
});

test('it begins where the cards lie, or where a link points to', async () => {
  const entries = [null, 'dealer: lots 1 2', 'dealer 1: deal', 'player 1: 7S>4', 'player 1: turn'];
  const dealt = () =>
    new Projector(async () => ({ total: 5, steps: entries.map((entry, number) => ({ number, seq: number, entry })) }) as unknown as Replay);
  const projector = dealt();
  await projector.begin(null);
  expect(projector.at).toBe(2);
  const linked = dealt();
  await linked.begin(4, 1);
  expect([linked.at, linked.board]).toEqual([4, 1]);
});

test('no step lies before the first or after the last', async () => {
  const projector = new Projector(server(5));
  await projector.see(0);
  await projector.go(99);
  expect(projector.at).toBe(4);
  await projector.go(-3);
  expect(projector.at).toBe(0);
});

test('another board is shown at the same moment of the table', async () => {
  const projector = new Projector(server(600));
  await projector.see(0);
  await projector.go(31);
  await projector.look(1);
  expect(projector.step?.seq).toBe(60);
  expect(projector.at).toBe(20);
  await projector.look(0);
  expect(projector.at).toBe(31);
});

test('it stops at the end, and begins again from there', async () => {
  const projector = new Projector(server(3));
  await projector.see(0);
  projector.play();
  projector.tick();
  projector.tick();
  expect(projector.at).toBe(2);
  projector.tick();
  expect(projector.isPlaying).toBe(false);
  projector.play();
  expect([projector.at, projector.isPlaying]).toEqual([0, true]);
});
