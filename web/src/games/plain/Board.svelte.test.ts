import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gameCatalogue } from '../../api/gameCatalogue.svelte';
import { m } from '../../paraglide/messages.js';
import { noughts } from '../samples/games';
import type { PlainView } from '../views';
import Board from './Board.svelte';

const VIEW: PlainView = { game: 'plain', name: 'noughts', position: 'X O .\n. . .\n. . .', turn: 0, scores: [0, 0], winners: [], is_over: false };
const MOVES = ['c1', 'a2', 'b2'];

const onmove = vi.fn<(move: string) => void>();
const props = $state({ view: VIEW, moves: MOVES, onmove, hint: null as string | null, waiting: false, names: ['Anna', 'Bruno'], canPlay: true });
let board: Record<string, unknown>;

beforeEach(() => {
  onmove.mockClear();
  Object.assign(props, { view: VIEW, moves: MOVES, hint: null, waiting: false, canPlay: true });
  gameCatalogue.games = [noughts];
  board = mount(Board, { target: document.body, props });
  flushSync();
});
afterEach(() => {
  void unmount(board);
  gameCatalogue.games = [];
});

const buttons = () => [...document.querySelectorAll('button')];
const seats = () => [...document.querySelectorAll('.players li')].map((seat) => seat.textContent!.replace(/\s+/g, ' ').trim());
const change = async (changes: Partial<typeof props>) => {
  Object.assign(props, changes);
  flushSync();
  await tick();
};

test('the position is text in a labelled region of a labelled board', () => {
  expect(document.querySelector('[role=group]')!.getAttribute('aria-label')).toContain('Noughts and crosses');
  const region = document.querySelector('[role=region]')!;
  expect([region.getAttribute('aria-label'), region.textContent]).toEqual([m.plain_position(), VIEW.position]);
});

test('the moves are buttons', () => {
  expect(buttons().map((button) => button.textContent)).toEqual(MOVES);
  buttons()[1]!.click();
  expect(onmove.mock.calls).toEqual([['a2']]);
});

test('while a move is on its way, the same buttons are disabled', async () => {
  await change({ moves: [], waiting: true });
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual(MOVES.map((move) => [move, true]));
  await change({ waiting: false });
  expect(buttons()).toEqual([]);
  expect(document.querySelector('.moves')!.textContent).toContain(m.plain_no_moves());
});

test('after a move the focus is on the next moves, and at the end on the position', async () => {
  buttons()[2]!.focus();
  buttons()[2]!.click();
  await change({ moves: [], waiting: true });
  await change({ waiting: false });
  await change({ moves: ['a2', 'c3'] });
  expect(document.activeElement!.textContent).toBe('c3');
  buttons()[0]!.click();
  (document.activeElement as HTMLElement).blur();
  await change({ moves: [], view: { ...VIEW, is_over: true, turn: null, winners: [0] } });
  expect(document.activeElement!.getAttribute('role')).toBe('region');
});

test('the focus stays where the user has gone meanwhile', async () => {
  buttons()[2]!.click();
  await change({ moves: [] });
  document.querySelector<HTMLElement>('[role=region]')!.focus();
  await change({ moves: ['a2'] });
  expect(document.activeElement!.getAttribute('role')).toBe('region');
});

test('the seats show whose turn it is, points if there are any, and who has won', async () => {
  expect(seats()).toEqual([`Anna ${m.seat_turn()}`, 'Bruno']);
  expect(document.querySelector('[aria-current]')!.textContent).toContain('Anna');
  await change({ view: { ...VIEW, scores: [3, 5], turn: null, winners: [1], is_over: true } });
  expect(seats()).toEqual(['Anna 3', `Bruno 5 ${m.seat_won()}`]);
  expect(document.querySelector('[aria-current]')).toBeNull();
});

test('a hint marks its button; onlookers see no moves', async () => {
  await change({ hint: 'b2' });
  expect(document.querySelector('[data-advised]')!.textContent).toBe('b2');
  await change({ canPlay: false });
  expect(document.querySelector('.moves')).toBeNull();
});
