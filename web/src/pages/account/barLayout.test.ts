import { expect, test } from 'vitest';
import { barLayout } from './barLayout';

test('the highest bar fills the chart, half of it half', () => {
  const { bars, zero } = barLayout([100, 50], 300, 90);
  expect(zero).toBe(90);
  expect(bars.map((bar) => [bar.y, bar.height])).toEqual([[0, 90], [45, 45]]);
});

test('negative points are below the zero line', () => {
  const { bars, zero } = barLayout([30, -10], 300, 80);
  expect(zero).toBe(60);
  expect(bars[1]).toMatchObject({ y: 60, height: 20 });
});

test('zero points still make a bar, and all bars are inside the chart', () => {
  const { bars } = barLayout(Array.from({ length: 50 }, (_, i) => i % 7), 300, 90);
  expect(bars[0]!.height).toBeGreaterThan(0);
  expect(bars.every((bar) => bar.x >= 0 && bar.x + bar.width <= 300)).toBe(true);
});
