import { expect, test } from 'vitest';
import { bars } from './barLayout';

test('the highest bar fills the chart, half of it half', () => {
  const { bars: drawn, zero } = bars([100, 50], 300, 90);
  expect(zero).toBe(90);
  expect(drawn.map((bar) => [bar.y, bar.height])).toEqual([[0, 90], [45, 45]]);
});

test('points below zero hang under the ground', () => {
  const { bars: drawn, zero } = bars([30, -10], 300, 80);
  expect(zero).toBe(60);
  expect(drawn[1]).toMatchObject({ y: 60, height: 20 });
});

test('nothing won is still a bar, and no bar leaves the chart', () => {
  const { bars: drawn } = bars(Array.from({ length: 50 }, (_, i) => i % 7), 300, 90);
  expect(drawn[0]!.height).toBeGreaterThan(0);
  expect(drawn.every((bar) => bar.x >= 0 && bar.x + bar.width <= 300)).toBe(true);
});
