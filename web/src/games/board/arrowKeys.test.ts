import { expect, test } from 'vitest';
import { isArrow, nextSpot } from './arrowKeys';

const at = (x: number, y: number) => ({ left: x, top: y, right: x + 40, bottom: y + 60 });
/** Two columns of three overlapping cards, and a base above the second. */
const SPOTS = [at(0, 100), at(0, 120), at(0, 140), at(50, 100), at(50, 120), at(50, 140), at(50, 0)];

test('down and up walk through a column', () => {
  expect(nextSpot(SPOTS, 0, 'ArrowDown')).toBe(1);
  expect(nextSpot(SPOTS, 2, 'ArrowUp')).toBe(1);
});

test('left and right go to the neighbour at the same height', () => {
  expect(nextSpot(SPOTS, 1, 'ArrowRight')).toBe(4);
  expect(nextSpot(SPOTS, 5, 'ArrowLeft')).toBe(2);
});

test('up from a column reaches the base above it', () => {
  expect(nextSpot(SPOTS, 3, 'ArrowUp')).toBe(6);
});

test('at the edge the focus stays', () => {
  expect(nextSpot(SPOTS, 5, 'ArrowDown')).toBe(5);
  expect(nextSpot(SPOTS, 0, 'ArrowLeft')).toBe(0);
});

test('only the four arrows are arrows', () => {
  expect(isArrow('ArrowUp')).toBe(true);
  expect(isArrow('Enter')).toBe(false);
});
