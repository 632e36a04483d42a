import { expect, test } from 'vitest';
import { cellLabel, cellName, colourOf, parseStack } from './pieces';

test('a stack is read from the bottom', () => {
  expect(parseStack('3A1B')).toEqual([
    { number: 3, seat: 0 },
    { number: 1, seat: 1 },
  ]);
  expect(parseStack('')).toEqual([]);
});

test.each([
  [0, 'a1'],
  [5, 'f1'],
  [19, 'b4'],
  [35, 'f6'],
])('cell %i is %s', (cell, name) => expect(cellName(cell)).toBe(name));

test('without a chosen colour, pieces are plain wood', () => {
  expect(colourOf(['fucsia', null], 0)).toBe('fucsia');
  expect(colourOf(['fucsia', null], 1)).toBe('legno');
});

test('the label of a cell names the top piece and the ones below', () => {
  expect(cellLabel(19, [], [])).toContain('b4');
  const label = cellLabel(19, parseStack('3A1B2A'), ['verde', 'arancione']);
  expect(label).toContain('2');
  expect(label).toContain('1, 3');
});
