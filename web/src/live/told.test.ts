import { expect, test } from 'vitest';
import type { Told } from './messages';
import { sentence, type Words } from './told';
import it from '../../../src/tavolino/translations/it.toml';

const WORDS: Words = { texts: it, names: ['Anna', 'Bruno'], card: (name) => (name === '7S' ? 'sette di spade' : name) };
const tell = (key: string, values: Told['values'] = {}) => sentence({ key, values }, WORDS);

test('cards in words, and a sentence within the sentence', () => {
  const uncovered: Told = { key: 'told.uncovered', values: { card: '7S' } };
  expect(tell('told.to_base', { card: '7S', uncovered, gain: '' })).toBe('sette di spade alla base; scoperta: sette di spade.');
});

test('several values stand in a row', () => {
  expect(tell('told.turned', { card: ['7S', '2D'] })).toBe('Girate dal mazzo: sette di spade, 2D.');
});

test('players have their names', () => {
  expect(tell('af.out', { giocatore: 1 })).toBe('Bruno è eliminato.');
  expect(tell('told.lots', { giocatore: [1, 0] })).toContain('Bruno, Anna');
});

test('one is not many', () => {
  expect(tell('af.won', { giocatore: [0], n: 1 })).toBe('Vince Anna con 1 pedina!');
  expect(tell('af.won', { giocatore: [0], n: 2 })).toBe('Vince Anna con 2 pedine!');
});

test('Italian joins prepositions and articles', () => {
  const luogo: Told = { key: 'az.place.centre', values: {} };
  expect(tell('az.ai', { dado: 3, n: 2, colore: 'rosse', luogo })).toBe("L'AI tira 3: prende 2 piastrelle rosse dal centro.");
  expect(tell('az.marker', { chi: { key: 'az.to.automa', values: {} } })).toBe("La piastrella Primo Giocatore passa all'AI.");
});

test('a fraction is told to a tenth, as the language writes it', () => {
  expect(tell('coach.leaves', { tiles: 5 / 6 })).toBe("Lascia all'AI, in media, 0,8 piastrelle al prossimo tiro.");
  expect(tell('coach.leaves', { tiles: 2 })).toContain('in media, 2 piastrelle');
});
