import { expect, test } from 'vitest';
import { monthAfter, weeksOf } from './calendar';

test('a month begins on its weekday and ends with full weeks', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  // The first of November 2026 is a Sunday.
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
});

test('a leap year has a 29th of February', () => {
  expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29);
  expect(weeksOf('2026-02').flat().filter(Boolean)).toHaveLength(28);
});

test.each([['2026-12', 1, '2027-01'], ['2026-01', -1, '2025-12'], ['2026-03', -1, '2026-02']])(
  '%s and %i months is %s',
  (month, months, expected) => expect(monthAfter(month, months)).toBe(expected),
);
