import { describe, expect, test } from 'vitest';
import { canTake, doubleTap, drop, isDrag, isShakyTap, keep, landing, parts, tap, targets } from './selection';

const MOVES = ['7S>3', '7S>b', '6D>4', '6D>7', 'AC>b', 'turn'];

describe('a move is taken apart', () => {
  test.each([
    ['7S>3', '7S', '3'],
    ['10H>b', '10H', 'b'],
    ['3@b4', '3', 'b4'],
    ['cK>f', 'cK', 'f'],
  ])('%s', (move, piece, to) => expect(parts(move)).toEqual({ piece, to }));

  test('a word is not a carrying move', () => expect(parts('redeal')).toBeNull());

  test('targets are the places of one piece only', () => {
    expect(targets(MOVES, '6D')).toEqual(['4', '7']);
    expect(targets(MOVES, null)).toEqual([]);
  });
});

describe('click and click (R-S40-38)', () => {
  test('a movable card is selected', () => {
    expect(tap(null, { piece: '7S', place: '5' }, MOVES)).toEqual({ held: '7S' });
  });
  test('a card without a move is refused and nothing is selected', () => {
    const pick = tap(null, { piece: '2H', place: '1' }, MOVES);
    expect(pick).toEqual({ held: null, refused: { piece: '2H', to: null } });
  });
  test('then a click on a destination moves', () => {
    expect(tap('7S', { place: '3' }, MOVES)).toEqual({ held: null, move: '7S>3' });
  });
  test('a card that lies on the destination stands for it, even if it could be selected', () => {
    expect(tap('7S', { piece: '6D', place: '3' }, MOVES)).toEqual({ held: null, move: '7S>3' });
  });
  test('a click on another movable card changes the selection', () => {
    expect(tap('7S', { piece: '6D', place: '2' }, MOVES)).toEqual({ held: '6D' });
  });
  test('an illegal destination keeps the selection and asks for the reason', () => {
    const pick = tap('7S', { piece: '2H', place: '1' }, MOVES);
    expect(pick).toEqual({ held: '7S', refused: { piece: '7S', to: '1' } });
  });
  test('the bare cloth does nothing', () => {
    expect(tap('7S', {}, MOVES)).toEqual({ held: '7S' });
    expect(tap(null, {}, MOVES)).toEqual({ held: null });
  });
});

test('a click on the selected card deselects it (R-S40-41)', () => {
  expect(tap('7S', { piece: '7S', place: '5' }, MOVES)).toEqual({ held: null });
});

describe('double click (R-S40-40)', () => {
  test('goes to the base', () => {
    expect(doubleTap('7S', { piece: '7S', place: '5' }, MOVES)).toEqual({ held: null, move: '7S>b' });
  });
  test('without a base it has the effect of select and deselect', () => {
    const first = tap(null, { piece: '6D', place: '2' }, MOVES);
    expect(doubleTap(first.held, { piece: '6D', place: '2' }, MOVES)).toEqual({ held: null });
  });
});

describe('drag (R-S40-39)', () => {
  test('onto a destination moves', () => {
    expect(drop('6D', '7', MOVES)).toEqual({ held: null, move: '6D>7' });
  });
  test('onto another place returns, with a reason', () => {
    expect(drop('6D', '1', MOVES)).toEqual({ held: null, refused: { piece: '6D', to: '1' } });
  });
  test('beside the table returns silently', () => {
    expect(drop('6D', null, MOVES)).toEqual({ held: null });
  });
});

test('what can no longer be moved falls from the hand', () => {
  expect(keep('7S', MOVES)).toBe('7S');
  expect(keep('7S', ['turn'])).toBeNull();
  expect(canTake(['turn'], 'turn')).toBe(false);
});

describe('the pointer', () => {
  const at = (x: number, time: number, kind = 'touch') => ({ x, y: 0, time, kind });

  test('a finger may shake more than a mouse', () => {
    expect(isDrag(at(0, 0), at(10, 50))).toBe(false);
    expect(isDrag(at(0, 0, 'mouse'), at(10, 50, 'mouse'))).toBe(true);
  });
  test('a quick slip of a finger is a tap, a slow or a long one is not', () => {
    expect(isShakyTap(at(0, 0), at(20, 100))).toBe(true);
    expect(isShakyTap(at(0, 0), at(20, 500))).toBe(false);
    expect(isShakyTap(at(0, 0), at(60, 100))).toBe(false);
    expect(isShakyTap(at(0, 0, 'mouse'), at(20, 100, 'mouse'))).toBe(false);
  });
});

describe('where a dragged card lands', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 20 });

  test('the legal place wins over one that is covered more', () => {
    const places = [
      { place: '1', box: box(0), legal: false },
      { place: '2', box: box(12), legal: true },
    ];
    expect(landing(box(4), places)).toBe('2');
    expect(landing(box(-4), places)).toBe('1');
    expect(landing(box(40), places)).toBeNull();
  });
});
