import { expect, test } from 'vitest';
import type { Analysis } from '../../api/client';
import { curvesOf, HEIGHT, linePath, placeAt, placeOfEntry, WIDTH } from './curves';

const position = (entry: number, best: number | null, honest: number | null, value: number[] | null = null) => ({ entry, winnable: null, best, honest, value });

const patience: Analysis = {
  game: 'solitario40',
  board: 0,
  positions: [position(1, 100, 0.5), position(2, null, 0.25), position(3, 40, 0)],
  moments: [],
  points: [0, 10, 20],
  most: 100,
  curve: [1, 2, 3],
};

test('a patience has three curves from 0 to 1', () => {
  const values = Object.fromEntries(curvesOf(patience).map((curve) => [curve.kind, curve.values]));
  expect(values).toEqual({ reachable: [1, null, 0.4], reached: [0, 0.1, 0.2], honest: [0.5, 0.25, 0] });
});

test('other games have a curve for each seat, at the positions to draw', () => {
  const analysis: Analysis = { ...patience, most: null, points: [0, 0, 0], curve: [1, 3], positions: [position(1, null, null, [0.5, 0.5]), position(2, null, null, [0.9, 0.1]), position(3, null, null, [0.4, 0.6])] };
  expect(curvesOf(analysis).map(({ seat, values }) => [seat, values])).toEqual([[0, [0.5, 0.4]], [1, [0.5, 0.6]]]);
  expect(placeOfEntry(analysis, 2)).toBe(1);
});

test('a line is interrupted where a value is unknown', () => {
  expect(linePath([1, 0])).toBe(`M0.0 0.0L${WIDTH}.0 ${HEIGHT}.0`);
  expect(linePath([1, null, 0])).toBe(`M0.0 0.0M${WIDTH}.0 ${HEIGHT}.0`);
});

test('a click finds the nearest position', () => {
  expect([placeAt(-1, 5), placeAt(0.3, 5), placeAt(2, 5)]).toEqual([0, 1, 4]);
});
