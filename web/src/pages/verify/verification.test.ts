import { expect, test } from 'vitest';
import type { Verification } from '../../api/client';
import { checks, verdictText } from './verification';

const GENUINE: Verification = {
  is_genuine: true,
  why: '',
  counts: { entries: 21, chance: 1, calls: 2, trusted: 0 },
  game: 'solitario40',
  names: ['Anna'],
  origin: { deal: 7, commitment: null, nonces: [], secret: null },
};
const forged = (expected: string, got: string): Verification => ({ ...GENUINE, is_genuine: false, difference: { entry: 3, expected, got } });

test('the verdict says what is wrong, and where', () => {
  expect(verdictText(GENUINE)).toBe('The game is genuine.');
  expect(verdictText(forged('dealer 1: roll 3', 'dealer 1: roll 4'))).toContain('Entry 3: it should be “dealer 1: roll 3”, it is “dealer 1: roll 4”.');
  expect(verdictText(forged('', 'referee 1: stall'))).toContain('“referee 1: stall” was added.');
  expect(verdictText(forged('referee 1: stall', ''))).toContain('At the end “referee 1: stall” is missing.');
  expect(verdictText({ ...GENUINE, is_genuine: false })).toContain('one random number for each player');
});

test('a hidden secret and a long search are no forgery', () => {
  expect(verdictText({ ...GENUINE, is_genuine: null, unknown: 'secret' })).toContain('has not been revealed');
  expect(verdictText({ ...GENUINE, is_genuine: null, unknown: 'time' })).toContain('tavolino verify');
});

test('what was checked, in singular and plural', () => {
  const texts = (verification: Verification) => checks(verification).map(({ sign, text }) => `${sign} ${text}`);
  expect(texts(GENUINE)).toEqual([
    '✓ The 21 entries of the game follow the rules.',
    '✓ One chance event (deck, die, lot) was repeated: it matches.',
    '✓ 2 calls of the referee (stall, new game) were repeated: none is missing, none is added.',
  ]);
  const trusted = { ...GENUINE, is_genuine: null, counts: { ...GENUINE.counts, trusted: 1 } };
  expect(texts(trusted).slice(1)).toEqual([
    '– The chance events and the referee’s calls are not confirmed.',
    '– One call cannot be repeated: time up or giving up.',
  ]);
});
