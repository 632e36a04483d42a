import { expect, test } from 'vitest';
import type { Sentence } from '../live/messages';
import { sentence, type NarrationContext } from './narration';
import it from '../../../src/tavolino/translations/it.toml';

const CONTEXT: NarrationContext = { texts: it, names: ['Anna', 'Bruno'], card: (name) => (name === '7S' ? 'sette di spade' : name) };
const tell = (key: string, values: Sentence['values'] = {}) => sentence({ key, values }, CONTEXT);

test('card names, and a sentence within a sentence', () => {
  const uncovered: Sentence = { key: 'told.uncovered', values: { card: '7S' } };
  expect(tell('told.to_base', { card: '7S', uncovered, gain: '' })).toBe('sette di spade alla base; scoperta: sette di spade.');
});

test('several values are listed', () => {
  expect(tell('told.turned', { card: ['7S', '2D'] })).toBe('Dal mazzo: sette di spade, 2D.');
});

test('players are named', () => {
  expect(tell('af.out', { giocatore: 1 })).toBe('Bruno è eliminato.');
  expect(tell('told.lots', { giocatore: [1, 0] })).toContain('Bruno, Anna');
});

test('singular and plural', () => {
  expect(tell('af.won', { giocatore: [0], n: 1 })).toBe('Vince Anna con 1 pedina!');
  expect(tell('af.won', { giocatore: [0], n: 2 })).toBe('Vince Anna con 2 pedine!');
});

test('Italian contracts prepositions and articles', () => {
  const luogo: Sentence = { key: 'az.place.centre', values: {} };
  expect(tell('az.ai', { dado: 3, n: 2, colore: 'rosse', luogo })).toBe("L'Automa tira 3: prende 2 piastrelle rosse dal centro.");
  expect(tell('az.marker', { chi: { key: 'az.to.automa', values: {} } })).toBe("La piastrella Primo Giocatore passa all'Automa.");
});

test('a fraction is rounded to a tenth, with the decimal sign of the language', () => {
  expect(tell('coach.leaves', { tiles: 5 / 6 })).toBe("Piastrelle che poi prende l'Automa: in media 0,8.");
  expect(tell('coach.leaves', { tiles: 2 })).toContain('in media 2.');
});
