import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { m } from '../../paraglide/messages.js';
import { settings } from '../../settings/settings.svelte';
import type { Solitario40View } from '../views';
import Board from './Board.svelte';

const VIEW: Solitario40View = {
  game: 'solitario40',
  columns: [['KD', 'QC'], ['??', '6H'], ['??', '??', '7S'], [], ['2D'], ['??', 'JH'], ['??', '5C']],
  hidden: [0, 1, 2, 0, 0, 1, 1],
  bases: [1, 0, 0, 0],
  tops: ['AD', null, null, null],
  mazzetto: ['4C', '3C', '2S'],
  mazzo: 3,
  points: 20,
  stopped: null,
  can_finish: false,
  ended: null,
};
const MOVES = ['JH>1', '6H>3', '5C>2', '2D>b', 'KD>4', 'turn'];

const onmove = vi.fn<(move: string) => void>();
let board: Record<string, unknown>;

beforeEach(() => {
  onmove.mockClear();
  Element.prototype.setPointerCapture = () => {};
  board = mount(Board, { target: document.body, props: { view: VIEW, moves: MOVES, onmove } });
  flushSync();
});
afterEach(() => {
  settings.oneTap = false;
  void unmount(board);
});

const spot = (name: string) => document.querySelector<HTMLElement>(`[data-spot="${name}"]`)!;
const column = (number: number) => document.querySelector<HTMLElement>(`[data-place="${number}"]`)!;
const pressed = () => [...document.querySelectorAll('[aria-pressed="true"]')].map((e) => (e as HTMLElement).dataset['spot']);
const reason = () => document.querySelector('.why')!.textContent;

/** A press and a release of a mouse button, without moving. */
function click(element: Element): void {
  const at = { bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse', clientX: 5, clientY: 5 };
  element.dispatchEvent(new PointerEvent('pointerdown', at));
  element.dispatchEvent(new PointerEvent('pointerup', at));
  flushSync();
}

function key(element: Element, name: string): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  flushSync();
}

test('a click selects, and the destinations are shown (R-S40-38)', () => {
  click(spot('JH'));
  expect(pressed()).toEqual(['JH']);
  expect(column(1).classList).toContain('target');
  expect(column(2).classList).not.toContain('target');
});

test('a card is selected with everything on top of it', () => {
  click(spot('KD'));
  expect(pressed()).toEqual(['KD', 'QC']);
});

test('a click on a destination plays the move', () => {
  click(spot('JH'));
  click(spot('QC'));
  expect(onmove.mock.calls).toEqual([['JH>1']]);
  expect(pressed()).toEqual([]);
});

test('an empty column is a destination', () => {
  click(spot('KD'));
  click(spot('column 4'));
  expect(onmove.mock.calls).toEqual([['KD>4']]);
});

test('an illegal destination keeps the selection and says why', () => {
  click(spot('JH'));
  click(spot('column 4'));
  expect(onmove).not.toHaveBeenCalled();
  expect(pressed()).toEqual(['JH']);
  expect(reason()).not.toBe('');
});

test('a base of another suit is no destination', () => {
  click(spot('2D'));
  click(spot('base H'));
  expect(onmove).not.toHaveBeenCalled();
  expect(pressed()).toEqual(['2D']);
  click(spot('AD'));
  expect(onmove.mock.calls).toEqual([['2D>b']]);
});

test('a click on the selected card deselects it (R-S40-41)', () => {
  click(spot('JH'));
  click(spot('JH'));
  expect(pressed()).toEqual([]);
  expect(onmove).not.toHaveBeenCalled();
});

test('a double click sends the card to its base (R-S40-40)', () => {
  click(spot('2D'));
  click(spot('2D'));
  expect(onmove.mock.calls).toEqual([['2D>b']]);
});

test('a click on the mazzo turns it', () => {
  click(spot('mazzo'));
  expect(onmove.mock.calls).toEqual([['turn']]);
});

test('only the top of the mazzetto can be taken, three cards are seen (R-S40-09, 18)', () => {
  expect(document.querySelectorAll('.mazzetto [data-spot]')).toHaveLength(3);
  expect(document.querySelectorAll('.mazzetto [data-piece]')).toHaveLength(1);
});

test('b sends the focused card to its base, Escape deselects', () => {
  click(spot('JH'));
  key(spot('JH'), 'Escape');
  expect(pressed()).toEqual([]);
  key(spot('2D'), 'b');
  expect(onmove.mock.calls).toEqual([['2D>b']]);
});

test('a click without a pointer is Enter or a screen reader', () => {
  spot('JH').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  flushSync();
  expect(pressed()).toEqual(['JH']);
});

test('every card is named with its place, and Tab stops once', () => {
  expect(spot('7S').getAttribute('aria-label')).toMatch(/3/);
  expect(spot('2S').getAttribute('aria-label')).toBeTruthy();
  const stops = [...document.querySelectorAll<HTMLElement>('[data-spot]')].filter((e) => e.tabIndex === 0);
  expect(stops).toHaveLength(1);
});

test('a card offered to the mazzetto is refused with the reason (R-S40-14)', () => {
  click(spot('JH'));
  click(spot('3C'));
  expect(onmove).not.toHaveBeenCalled();
  expect(reason()).toBe(m.illegal_mazzetto());
});

describe('with one tap', () => {
  beforeEach(() => void (settings.oneTap = true));

  test('a card goes to its best place at once', () => {
    click(spot('2D'));
    expect(onmove.mock.calls).toEqual([['2D>b']]);
    expect(pressed()).toEqual([]);
  });

  test('the second click of a double click moves nothing else', () => {
    click(spot('JH'));
    click(spot('5C'));
    expect(onmove.mock.calls).toEqual([['JH>1']]);
  });

  test('a card without a best place is selected as usual', () => {
    click(spot('KD'));
    expect(pressed()).toEqual(['KD', 'QC']);
    click(spot('column 4'));
    expect(onmove.mock.calls).toEqual([['KD>4']]);
  });

  test('Enter does the same as a tap', () => {
    spot('JH').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(onmove.mock.calls).toEqual([['JH>1']]);
  });
});
