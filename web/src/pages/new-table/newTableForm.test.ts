import { expect, test } from 'vitest';
import { isDeal, newTable, type Wish } from './newTableForm';

const WISH: Wish = {
  game: 'solitario40',
  kind: 'practice',
  options: {},
  contest: {},
  players: 4,
  programs: 0,
  level: 'medio',
  sitters: [],
  deal: '',
  isPublic: false,
  turnSeconds: 60,
};

test('practice has a deal only if one was asked for', () => {
  expect(newTable(WISH)).toEqual({ game: 'solitario40', kind: 'practice', options: {} });
  expect(newTable({ ...WISH, deal: ' 123 ', options: { draw: '1' } })).toEqual({
    game: 'solitario40',
    kind: 'practice',
    options: { draw: '1' },
    deal: 123,
  });
});

test('programs take the last seats of a contest', () => {
  const asked = newTable({ ...WISH, kind: 'contest', programs: 2, isPublic: true, contest: { time_limit: '600' } });
  expect(asked).toMatchObject({ players: 4, bots: { 2: 'medio', 3: 'medio' }, is_public: true, contest: { time_limit: '600' } });
  expect(asked).not.toHaveProperty('deal');
});

test('a table names its programs by their seats and its number of players', () => {
  const sitters = ['you', 'maestro', 'person'];
  expect(newTable({ ...WISH, game: 'aftaebr', kind: 'table', sitters })).toEqual({
    game: 'aftaebr',
    kind: 'table',
    options: { players: '3' },
    bots: { 1: 'maestro' },
    is_public: false,
    turn_seconds: 60,
  });
});

test.each([['', true], ['7', true], ['999999999', true], ['0', false], ['1234567890', false], ['-3', false], ['sette', false]])(
  'is %j a deal? %s',
  (text, told) => expect(isDeal(text)).toBe(told),
);
