import { describe, expect, test } from 'vitest';
import { centredAt, dropTarget, isDrag, isSamePress, isShakyTap } from './gestures';

describe('taps and drags', () => {
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

test('two taps on the same point soon after another are one press', () => {
  const at = (x: number, time: number) => ({ x, y: 0, time, kind: 'mouse' });
  expect(isSamePress(at(0, 0), at(3, 200))).toBe(true);
  expect(isSamePress(at(0, 0), at(90, 200))).toBe(false);
  expect(isSamePress(at(0, 0), at(3, 900))).toBe(false);
});

describe('where a dragged card is dropped', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 20 });

  test('a legal place wins over one that is covered more', () => {
    const places = [
      { place: '1', box: box(0), isLegal: false },
      { place: '2', box: box(12), isLegal: true },
    ];
    expect(dropTarget(box(4), places)).toBe('2');
    expect(dropTarget(box(-4), places)).toBe('1');
    expect(dropTarget(box(40), places)).toBeNull();
  });
  test('of two places that do not accept it, the nearer counts, also where the other is covered more', () => {
    const column = { place: '3', box: { left: 0, top: 20, right: 10, bottom: 100 }, isLegal: false };
    const base = { place: 'bD', box: { left: -40, top: 0, right: 40, bottom: 18 }, isLegal: false };
    const card = { left: 6, top: 10, right: 16, bottom: 30 };
    expect(dropTarget(card, [column, base])).toBe('3');
    expect(dropTarget({ ...card, top: 2, bottom: 22 }, [column, base])).toBe('bD');
  });
});

test('a part that was pressed at its edge is where the pointer is', () => {
  expect(centredAt({ left: 0, top: 0, right: 20, bottom: 10 }, { x: 50, y: 50 })).toEqual({ left: 40, top: 45, right: 60, bottom: 55 });
});
