/** What is told of a game, as sentences, by the contract of the server's `telling/told.py`. */
import type { Told } from '../live/messages';

export type Words = {
  texts: Record<string, string>;
  /** Of player 0, 1, … */
  names: readonly string[];
  card: (name: string) => string;
};

type Value = Told['values'] extends Record<string, infer V> | undefined ? V : never;

/** Values that begin with an article, which Italian joins to the preposition before it. */
const ARTICLED = ['luogo', 'chi'];

const contracted = (sentence: string) => sentence.replaceAll(' da il ', ' dal ').replaceAll(" a l'", " all'");

const isTold = (value: Value): value is Told => typeof value === 'object' && 'key' in value;

const tenth = (value: number, words: Words) =>
  String(Math.round(value * 10) / 10).replace('.', words.texts['told.decimal'] ?? '.');

function filled(name: string, value: Value, words: Words): string {
  if (Array.isArray(value)) return value.map((one) => filled(name, one, words)).join(', ');
  if (isTold(value)) return sentence(value, words);
  if (typeof value === 'number' && !Number.isInteger(value)) return tenth(value, words);
  if (name === 'giocatore') return words.names[Number(value)] ?? String(Number(value) + 1);
  return name === 'card' ? words.card(String(value)) : String(value);
}

export function sentence(told: Told, words: Words): string {
  const values = told.values ?? {};
  const one = values['n'] === 1 ? words.texts[`${told.key}_one`] : undefined;
  const text = (one ?? words.texts[told.key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? '' : filled(name, value, words);
  });
  return ARTICLED.some((name) => name in values) ? contracted(text) : text;
}
