import { beforeEach, expect, test } from 'vitest';
import type { TableInfo } from '../../../live/messages';
import { sitsDownAtOnce } from './seating';

const info = (more: object = {}) => ({ table: 'qexm', phase: 'lobby', yours: [], seats: [{}], players: 2, ...more }) as unknown as TableInfo;

beforeEach(() => sessionStorage.clear());

test('a visitor takes a free seat, once', () => {
  expect(sitsDownAtOnce(info())).toBe(true);
  expect(sitsDownAtOnce(info())).toBe(false);
  expect(sitsDownAtOnce(info({ table: 'other' }))).toBe(true);
});

test('a seated user stays, and does not sit down again after leaving', () => {
  expect(sitsDownAtOnce(info({ yours: [0] }))).toBe(false);
  expect(sitsDownAtOnce(info())).toBe(false);
});

test('a seat that is kept for a player is that player’s', () => {
  expect(sitsDownAtOnce(info({ table: 'kept', reserved: [{ is_you: true }] }))).toBe(true);
});

test.each([{ phase: 'playing' }, { phase: 'countdown' }, { seats: [{}, {}] }, { reserved: [{ is_you: false }] }])('nobody sits down at %j', (more) => {
  expect(sitsDownAtOnce(info(more))).toBe(false);
});
