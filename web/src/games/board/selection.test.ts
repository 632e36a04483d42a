import { describe, expect, test } from 'vitest';
import { doubleTap, drop, keepSelection, tap } from './selection';

const MOVES = ['7S>3', '7S>b', '6D>4', '6D>7', 'AC>b', 'turn'];

describe('click and click (R-S40-38)', () => {
  test('a movable card is selected', () => {
    expect(tap(null, { piece: '7S', place: '5' }, MOVES)).toEqual({ selected: '7S' });
  });
  test('a card without a move is illegal and nothing is selected', () => {
    const result = tap(null, { piece: '2H', place: '1' }, MOVES);
    expect(result).toEqual({ selected: null, illegal: { piece: '2H', to: null } });
  });
  test('then a click on a destination plays the move', () => {
    expect(tap('7S', { place: '3' }, MOVES)).toEqual({ selected: null, move: '7S>3' });
  });
  test('a card on the destination counts as the destination, even if it could be selected', () => {
    expect(tap('7S', { piece: '6D', place: '3' }, MOVES)).toEqual({ selected: null, move: '7S>3' });
  });
  test('a click on another movable card changes the selection', () => {
    expect(tap('7S', { piece: '6D', place: '2' }, MOVES)).toEqual({ selected: '6D' });
  });
  test('an illegal destination keeps the selection and asks for the reason', () => {
    const result = tap('7S', { piece: '2H', place: '1' }, MOVES);
    expect(result).toEqual({ selected: '7S', illegal: { piece: '7S', to: '1' } });
  });
  test('an empty part of the board does nothing', () => {
    expect(tap('7S', {}, MOVES)).toEqual({ selected: '7S' });
    expect(tap(null, {}, MOVES)).toEqual({ selected: null });
  });
});

test('a click on the selected card deselects it (R-S40-41)', () => {
  expect(tap('7S', { piece: '7S', place: '5' }, MOVES)).toEqual({ selected: null });
});

describe('double click (R-S40-40)', () => {
  test('goes to the base', () => {
    expect(doubleTap('7S', { piece: '7S', place: '5' }, MOVES)).toEqual({ selected: null, move: '7S>b' });
  });
  test('without a base it has the effect of select and deselect', () => {
    const first = tap(null, { piece: '6D', place: '2' }, MOVES);
    expect(doubleTap(first.selected, { piece: '6D', place: '2' }, MOVES)).toEqual({ selected: null });
  });
});

describe('drag (R-S40-39)', () => {
  test('onto a destination plays the move', () => {
    expect(drop('6D', '7', MOVES)).toEqual({ selected: null, move: '6D>7' });
  });
  test('onto another place it goes back, with a reason', () => {
    expect(drop('6D', '1', MOVES)).toEqual({ selected: null, illegal: { piece: '6D', to: '1' } });
  });
  test('beside the table it goes back silently', () => {
    expect(drop('6D', null, MOVES)).toEqual({ selected: null });
  });
});

test('what can no longer be moved is deselected', () => {
  expect(keepSelection('7S', MOVES)).toBe('7S');
  expect(keepSelection('7S', ['turn'])).toBeNull();
});
