import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allGames, dailyGames, firstPracticeAddress, gameSeats, isPlayable, practiceBots } from '../games/games';
import { aftaebr, azulSolo, noughts, solitario40 } from '../games/samples/games';
import { floorCost } from '../games/azul_solo/tiles/tiles';
import { gameTitle, selectableBots } from '../i18n/names';
import { translations } from '../i18n/translations.svelte';
import { api } from './client';
import { GameCatalogue, gameCatalogue } from './gameCatalogue.svelte';

beforeEach(() => void (gameCatalogue.games = [solitario40, azulSolo, noughts]));
afterEach(() => {
  gameCatalogue.games = [];
  vi.restoreAllMocks();
});

test('the games are requested once', async () => {
  const games = vi.spyOn(api, 'games').mockResolvedValue([noughts]);
  const catalogue = new GameCatalogue();
  await Promise.all([catalogue.load(), catalogue.ready(), catalogue.load()]);
  expect(games).toHaveBeenCalledTimes(1);
  expect(catalogue.find('noughts')).toBe(noughts);
});

test('after a failure the next call tries again', async () => {
  const games = vi.spyOn(api, 'games').mockRejectedValueOnce(new Error('offline')).mockResolvedValue([noughts]);
  const catalogue = new GameCatalogue();
  await expect(catalogue.load()).rejects.toThrow('offline');
  await catalogue.ready();
  expect(games).toHaveBeenCalledTimes(2);
  expect(catalogue.games).toEqual([noughts]);
});

test('the games are listed in the order of the server', () => {
  gameCatalogue.games = [noughts, azulSolo, solitario40];
  expect(allGames()).toEqual(['noughts', 'azul_solo', 'solitario40']);
  expect([gameTitle('noughts'), gameCatalogue.about('noughts')]).toEqual(['Noughts and crosses', 'Three in a row.']);
  expect(isPlayable('noughts')).toBe(true);
  expect(isPlayable('whist')).toBe(false);
});

test('how many can play', () => {
  gameCatalogue.games = [solitario40, aftaebr, noughts];
  expect(['solitario40', 'aftaebr', 'noughts'].map(gameSeats)).toEqual(['1 player, or a contest', '2–4 players', '2 players']);
});

test('a practice table has a bot on every other seat', () => {
  gameCatalogue.games = [solitario40, aftaebr, noughts];
  expect([practiceBots('solitario40', 'medio'), practiceBots('aftaebr', 'medio'), practiceBots('aftaebr', 'medio', 1)]).toEqual([[''], ['', 'medio'], ['medio', '']]);
  const addresses = ['solitario40', 'aftaebr', 'noughts', 'whist'].map(firstPracticeAddress);
  expect(addresses).toEqual(['/g/solitario40', '/g/aftaebr?bots=,facile', '/g/noughts?bots=,random', '/g/whist']);
});

test('without the catalogue only the server knows its games', () => {
  gameCatalogue.games = [];
  expect(allGames()).toEqual([]);
  expect([isPlayable('whist'), gameTitle('whist')]).toEqual([true, 'whist']);
});

test('capabilities, numbers of the rules and defaults come from the server', () => {
  expect(dailyGames()).toEqual(['solitario40', 'azul_solo']);
  expect([gameCatalogue.has('solitario40', 'has_cards'), gameCatalogue.has('azul_solo', 'has_cards'), gameCatalogue.has('whist', 'has_cards')]).toEqual([true, false, false]);
  expect(floorCost(4)).toBe(6);
  expect(gameCatalogue.defaultOption('solitario40', 'draw')).toBe('3');
});

test('the sentences of a game join those of the client, in any language there is', () => {
  expect(translations.of('noughts')['refusal.taken']).toBe('La casella è occupata.');
  expect(translations.of('solitario40')).toBe(translations.texts);
});

test('the random bot can be chosen only where there is no other', () => {
  expect(selectableBots(solitario40.programs)).toEqual(['facile', 'medio']);
  expect(selectableBots(noughts.programs)).toEqual(['random']);
});
