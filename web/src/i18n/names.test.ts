import { beforeEach, expect, test } from 'vitest';
import { languages } from '../settings/settings.svelte';
import { botName, nameInSentence, playerName, recordedPlayer, subjectName, tableName } from './names';

beforeEach(() => languages.use('it'));

test('users have their own name, bots are named by their level', () => {
  expect(playerName({ name: 'Anna', bot: null })).toBe('Anna');
  expect(playerName({ name: 'medio', bot: 'medio' })).toBe('bot medio');
  expect(playerName({ name: 'random 2', bot: 'random' })).toBe('bot casuale 2');
});

test('the levels of bots are translated in records too, where they have a number', () => {
  expect([botName('random'), botName('random 2'), botName('Anna 2')]).toEqual(['casuale', 'casuale 2', 'Anna 2']);
});

test('the bots of a record are known by their names', () => {
  const players = ['Anna', 'medio', 'random 2', 'Medio'].map(recordedPlayer);
  expect(players.map(playerName)).toEqual(['Anna', 'bot medio', 'bot casuale 2', 'Medio']);
});

test('a sentence names a bot with an article', () => {
  expect(nameInSentence({ name: 'medio', bot: 'medio' })).toBe('il bot medio');
  expect(nameInSentence({ name: 'Anna', bot: null })).toBe('Anna');
  expect(subjectName({ name: 'medio', bot: 'medio' })).toBe('Il bot medio');
  expect(subjectName({ name: 'anna', bot: null })).toBe('anna');
});

test('a contest is named with its variant', () => {
  expect(tableName({ kind: 'contest', contest: { tie_rule: 'replay', time_limit: '300' } })).toBe('Gara, variante senza tempo');
  expect(tableName({ kind: 'contest', contest: { tie_rule: 'first_to_score' } })).toBe('Gara');
});
