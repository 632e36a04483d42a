import { afterEach, beforeEach, expect, test } from 'vitest';
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { solitario40 } from '../games/samples/games';
import { chooseFaces, facesOf, nextFaces } from './faces';
import { languages, parseSettings, settings } from './settings.svelte';

const french = { it: 'francesi', en: 'francesi' };

beforeEach(() => {
  gameCatalogue.games = [solitario40, { ...solitario40, name: 'nove_colonne', faces: french }];
  languages.current = 'it';
});
afterEach(() => {
  settings.faces = {};
  gameCatalogue.games = [];
});

test('each game has its own faces, and French ones in English', () => {
  expect([facesOf('solitario40'), facesOf('nove_colonne'), facesOf('whist')]).toEqual(['napoletane', 'francesi', 'francesi']);
  languages.current = 'en';
  expect([facesOf('solitario40'), facesOf('nove_colonne')]).toEqual(['francesi', 'francesi']);
});

test('each game remembers what was chosen for it', () => {
  chooseFaces('nove_colonne', 'piacentine');
  expect([facesOf('solitario40'), facesOf('nove_colonne')]).toEqual(['napoletane', 'piacentine']);
  nextFaces('solitario40');
  nextFaces('nove_colonne');
  expect([facesOf('solitario40'), facesOf('nove_colonne')]).toEqual(['piacentine', 'francesi']);
});

test('faces that were chosen for all games in an older version are kept', () => {
  settings.faces = parseSettings({ faces: 'piacentine' }).faces;
  expect([facesOf('solitario40'), facesOf('nove_colonne')]).toEqual(['piacentine', 'piacentine']);
  expect(parseSettings({ faces: 'napoletane' }).faces).toEqual({});
});
