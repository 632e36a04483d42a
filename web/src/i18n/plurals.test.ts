import { expect, test } from 'vitest';
import it from '../../messages/it.json';
import { m } from '../paraglide/messages.js';
import { languages } from '../settings/settings.svelte';

test('one is never told as many', () => {
  languages.use('it');
  expect(m.verify_chance({ count: 1 })).toBe('Un evento casuale (mazzo, dado, sorteggio) ripetuto: coincide.');
  expect(m.verify_chance({ count: 2 })).toContain('2 eventi casuali');
  expect(m.table_result_points({ points: 1 })).toBe('1 punto');
  expect(m.final_automa({ automa: 1 })).toBe('Automa: 1 piastrella.');
  expect(m.page_days({ days: 1 })).toBe('1 giorno');
  languages.use('en');
  expect(m.verify_chance({ count: 1 })).toBe('One chance event (deck, die, lot) was repeated: it matches.');
  expect(m.table_result_points({ points: 1 })).toBe('1 point');
});

test('no Italian article stands before a number, which may begin with a vowel', () => {
  const numbers = 'count|day|days|minutes|n|number|place|points|share';
  const found = Object.entries(it).filter(([, text]) => new RegExp(String.raw`\b(il|al|del|dal|nel|sul) \{(${numbers})\}`).test(JSON.stringify(text)));
  expect(found).toEqual([]);
});

test('bots have their article', () => {
  languages.use('it');
  expect(m.table_turn_of_bot({ name: 'bot medio' })).toBe('Tocca al bot medio');
  expect(m.table_board_of_bot({ name: 'bot medio' })).toBe('Tavolo del bot medio');
  languages.use('en');
  expect(m.table_turn_of_bot({ name: 'medium bot' })).toBe('The medium bot’s turn');
});
