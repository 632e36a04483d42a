import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBoard } from '../../games/registry';
import { aftaebr } from '../../games/samples/positions';
import { settings } from '../../settings/settings.svelte';
import type { Position } from './position';
import PositionBoard from './PositionBoard.svelte';

const EMPTY = 'f6';
const CELL = 35;
const boardWith = (stack: string) => aftaebr.view.board.map((text, cell) => (cell === CELL ? stack : text));
const position = (count: number, stack = '', moves = aftaebr.moves): Position => ({
  count, actor: 0, view: { ...aftaebr.view, board: boardWith(stack) }, moves, told: [], last: null,
});
const piecesOnCell = () => document.querySelectorAll(`[data-place=${EMPTY}] .layer`).length;
const click = (selector: string) => {
  document.querySelector(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  flushSync();
};
const play = () => {
  click('[data-piece="4"]');
  click(`[data-place=${EMPTY}]`);
};

let answer: (value?: unknown) => void;
const onmove = vi.fn<(move: string) => Promise<unknown>>();
const props = $state({ positions: [] as readonly Position[], onmove, isLocked: false, isBusy: false });
let board: Record<string, unknown>;

beforeEach(async () => {
  settings.speed = 'still';
  onmove.mockReset().mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  Object.assign(props, { positions: [position(0)], isLocked: false });
  await loadBoard('aftaebr');
  board = mount(PositionBoard, { target: document.body, props });
  await expect.poll(() => document.querySelector('[role=application]')).not.toBeNull();
});
afterEach(() => {
  settings.speed = 'calm';
  void unmount(board);
});

test('a move is shown at once, and taken back if the server gives no new position', async () => {
  play();
  expect(onmove).toHaveBeenCalledExactlyOnceWith(`4@${EMPTY}`);
  expect(piecesOnCell()).toBe(1);
  answer();
  await expect.poll(() => piecesOnCell()).toBe(0);
});

test('while a move is on its way nothing else is sent', () => {
  play();
  play();
  expect(onmove).toHaveBeenCalledOnce();
});

test('the positions of an answer are shown one after another', async () => {
  vi.useFakeTimers();
  settings.speed = 'calm';
  try {
    props.positions = [position(1, '4A'), position(2, '4A3B')];
    flushSync();
    await vi.advanceTimersByTimeAsync(400);
    expect(piecesOnCell()).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(piecesOnCell()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('without animations too all positions are shown', async () => {
  props.positions = [position(1, '4A'), position(2, '4A3B'), position(3, '4A3B4A'), position(4, '4A3B4A3B')];
  flushSync();
  await expect.poll(() => piecesOnCell()).toBe(4);
  await expect.poll(() => props.isBusy).toBe(false);
});

test('a locked board accepts nothing', () => {
  props.isLocked = true;
  flushSync();
  play();
  expect(onmove).not.toHaveBeenCalled();
});
