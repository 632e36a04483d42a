import { expect, test } from 'vitest';
import { noughts, solitario40 } from '../../games/samples/games';
import { initialForm, isDealNumber, kindsOf, tableRequest, type NewTableForm } from './newTableForm';

const FORM: NewTableForm = {
  game: 'solitario40',
  kind: 'practice',
  options: {},
  contest: {},
  players: 4,
  bots: 0,
  level: 'medio',
  seats: ['you'],
  names: [],
  hasPlayersOption: false,
  deal: '',
  difficulty: 'any',
  isPublic: false,
  turnSeconds: 60,
  games: 1,
  seriesBy: 'places',
};

test('a contest has as many seats as the server says', () => {
  expect(initialForm({ ...solitario40, default_contest_players: 6 }).players).toBe(6);
});

test('a difficulty chooses the deal unless there is a number', () => {
  expect(tableRequest({ ...FORM, difficulty: 'hard' })).toMatchObject({ difficulty: 'hard' });
  expect(tableRequest({ ...FORM, difficulty: 'hard', deal: '7' })).not.toHaveProperty('difficulty');
  expect(tableRequest(FORM)).not.toHaveProperty('difficulty');
});

test('practice has a deal only if one was entered', () => {
  expect(tableRequest(FORM)).toEqual({ game: 'solitario40', kind: 'practice', options: {} });
  expect(tableRequest({ ...FORM, deal: ' 123 ', options: { draw: '1' } })).toEqual({
    game: 'solitario40',
    kind: 'practice',
    options: { draw: '1' },
    deal: 123,
  });
});

test('bots take the last seats of a contest', () => {
  const request = tableRequest({ ...FORM, kind: 'contest', bots: 2, isPublic: true, contest: { time_limit: '600' } });
  expect(request).toMatchObject({ players: 4, bots: { 2: 'medio', 3: 'medio' }, is_public: true, contest: { time_limit: '600' } });
  expect(request).not.toHaveProperty('deal');
});

test('a table names the bots of its seats and its number of players', () => {
  const seats = ['you', 'maestro', 'person'];
  expect(tableRequest({ ...FORM, game: 'aftaebr', kind: 'table', seats, hasPlayersOption: true })).toEqual({
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
  (text, expected) => expect(isDealNumber(text)).toBe(expected),
);

test('a game is opened in the ways that it can be played, against its own bot', () => {
  expect([kindsOf(solitario40), kindsOf({ ...solitario40, contest: null }), kindsOf(noughts)]).toEqual([['contest', 'practice'], ['practice'], ['practice', 'table']]);
  expect(tableRequest(initialForm(noughts))).toEqual({ game: 'noughts', kind: 'practice', options: {}, bots: { 1: 'random' } });
});

test('a series is decided by wins at a table, by places or points in a contest', () => {
  const contest = { ...initialForm(solitario40), kind: 'contest' as const };
  expect(tableRequest(contest)).not.toHaveProperty('series');
  expect(tableRequest({ ...contest, games: 3 }).series).toEqual({ best_of: 3, by: 'places' });
  expect(tableRequest({ ...contest, games: 5, seriesBy: 'points' }).series).toEqual({ best_of: 5, by: 'points' });
  expect(tableRequest({ ...initialForm(noughts), kind: 'table', games: 3 }).series).toEqual({ best_of: 3, by: 'wins' });
  expect(tableRequest({ ...initialForm(noughts), games: 3 })).not.toHaveProperty('series');
});

test('several people at one screen may have names', () => {
  const form: NewTableForm = { ...FORM, game: 'aftaebr', seats: ['you', 'person', 'medio'], names: [' Anna ', '', 'nobody'] };
  expect(tableRequest(form).names).toEqual({ 0: 'Anna' });
  expect(tableRequest({ ...form, seats: ['you', 'medio', 'medio'] })).not.toHaveProperty('names');
});
