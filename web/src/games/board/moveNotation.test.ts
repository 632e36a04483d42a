import { describe, expect, test } from 'vitest';
import { destinations, isMovable, parseMove } from './moveNotation';

const MOVES = ['7S>3', '7S>b', '6D>4', '6D>7', 'AC>b', 'turn'];

describe('a move is parsed into a piece and a destination', () => {
  test.each([
    ['7S>3', '7S', '3'],
    ['10H>b', '10H', 'b'],
    ['3@b4', '3', 'b4'],
    ['cK>f', 'cK', 'f'],
  ])('%s', (move, piece, to) => expect(parseMove(move)).toEqual({ piece, to }));

  test('a word moves no piece', () => expect(parseMove('redeal')).toBeNull());
});

test('destinations are those of one piece only', () => {
  expect(destinations(MOVES, '6D')).toEqual(['4', '7']);
  expect(destinations(MOVES, null)).toEqual([]);
});

test('a piece is movable if a move names it', () => {
  expect(isMovable(MOVES, 'AC')).toBe(true);
  expect(isMovable(['turn'], 'turn')).toBe(false);
});
