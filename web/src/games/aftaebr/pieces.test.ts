import { expect, test } from 'vitest';
import { cellLabel, cellName, colourOf, stack } from './pieces';

test('a stack is read from the bottom', () => {
  expect(stack('3A1B')).toEqual([
    { number: 3, seat: 0 },
    { number: 1, seat: 1 },
  ]);
  expect(stack('')).toEqual([]);
});

test.each([
  [0, 'a1'],
  [5, 'f1'],
  [19, 'b4'],
  [35, 'f6'],
])('cell %i is %s', (cell, name) => expect(cellName(cell)).toBe(name));

test('who has not chosen has pieces of plain wood', () => {
  expect(colourOf(['fucsia', null], 0)).toBe('fucsia');
  expect(colourOf(['fucsia', null], 1)).toBe('legno');
});

test('a cell is told with its top and what lies below', () => {
  expect(cellLabel(19, [], [])).toContain('b4');
  const told = cellLabel(19, stack('3A1B2A'), ['verde', 'arancione']);
  expect(told).toContain('2');
  expect(told).toContain('1, 3');
});
