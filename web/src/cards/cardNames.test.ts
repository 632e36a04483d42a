import { expect, test } from 'vitest';
import { languages } from '../settings/settings.svelte';
import { cardName } from './cardNames';

test('the figures are called as on the cards that are shown', () => {
  languages.use('it');
  expect(['JD', 'QD', 'KD'].map((card) => cardName(card, 'francesi'))).toEqual(['fante di quadri', 'dama di quadri', 're di quadri']);
  expect(['JD', 'QD', 'KD'].map((card) => cardName(card, 'piacentine'))).toEqual(['fante di denari', 'cavallo di denari', 're di denari']);
  languages.use('en');
  expect(['JD', 'QD'].map((card) => cardName(card, 'francesi'))).toEqual(['jack of diamonds', 'queen of diamonds']);
  expect(['JD', 'QD'].map((card) => cardName(card, 'napoletane'))).toEqual(['knave of coins', 'knight of coins']);
});
