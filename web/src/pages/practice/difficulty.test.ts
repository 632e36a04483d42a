import { beforeEach, expect, test, vi } from 'vitest';
import { gameCatalogue } from '../../api/gameCatalogue.svelte';
import { languages, parseSettings, settings } from '../../settings/settings.svelte';
import { chooseDifficulty, classText, difficultyChoices, difficultyOf } from './difficulty';

beforeEach(() => {
  languages.use('it');
  settings.difficulty = {};
  vi.spyOn(gameCatalogue, 'has').mockImplementation((game) => game !== 'azul_solo');
});

test('each game remembers which deals the player wants', () => {
  expect(difficultyOf('solitario40')).toBe('any');
  chooseDifficulty('solitario40', 'hard');
  expect([difficultyOf('solitario40'), difficultyOf('nove_colonne')]).toEqual(['hard', 'any']);
});

test('a game without a solver deals anything', () => {
  chooseDifficulty('azul_solo', 'winnable');
  expect(difficultyOf('azul_solo')).toBe('any');
});

test('an unknown choice in the storage is ignored', () => {
  const stored = { difficulty: { solitario40: 'brutal', nove_colonne: 'easy' } };
  expect(parseSettings(stored).difficulty).toEqual({ nove_colonne: 'easy' });
  expect(parseSettings({ difficulty: 'hard' }).difficulty).toEqual({});
});

test('all choices have a name, and every class is a sentence', () => {
  expect(difficultyChoices().map(({ value }) => value)).toEqual(['any', 'winnable', 'easy', 'medium', 'hard']);
  expect(new Set(difficultyChoices().map(({ text }) => text)).size).toBe(5);
  const classes = [
    { winnable: null, difficulty: null },
    { winnable: false, difficulty: null },
    { winnable: true, difficulty: null },
    { winnable: true, difficulty: 'easy' },
    { winnable: true, difficulty: 'medium' },
    { winnable: true, difficulty: 'hard' },
  ] as const;
  expect(new Set(classes.map(classText)).size).toBe(6);
});
