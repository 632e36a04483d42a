/** Turns the server's narration of a game (keys and values) into sentences; mirrors the server's narration package. */
import { botName } from './names';
import type { Sentence } from '../live/messages';

export type NarrationContext = {
  texts: Record<string, string>;
  /** The names of player 0, 1, … */
  names: readonly string[];
  card: (name: string) => string;
};

type Value = Sentence['values'] extends Record<string, infer V> | undefined ? V : never;

/** Values that begin with an article, which Italian contracts with the preposition before it. */
const WITH_ARTICLE = ['luogo', 'chi'];

const contract = (sentence: string) => sentence.replaceAll(' da il ', ' dal ').replaceAll(" a l'", " all'");

const isSentence = (value: Value): value is Sentence => typeof value === 'object' && 'key' in value;

const formatTenths = (value: number, context: NarrationContext) =>
  String(Math.round(value * 10) / 10).replace('.', context.texts['told.decimal'] ?? '.');

function formatValue(name: string, value: Value, context: NarrationContext): string {
  if (Array.isArray(value)) return value.map((one) => formatValue(name, one, context)).join(', ');
  if (isSentence(value)) return sentence(value, context);
  if (typeof value === 'number' && !Number.isInteger(value)) return formatTenths(value, context);
  if (name === 'giocatore') return context.names[Number(value)] ?? String(Number(value) + 1);
  if (name === 'bot') return botName(String(value));
  return name === 'card' ? context.card(String(value)) : String(value);
}

export function sentence({ key, values = {} }: Sentence, context: NarrationContext): string {
  const one = values['n'] === 1 ? context.texts[`${key}_one`] : undefined;
  const text = (one ?? context.texts[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? '' : formatValue(name, value, context);
  });
  return WITH_ARTICLE.some((name) => name in values) ? contract(text) : text;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Several sentences as one text. */
export const narrate = (sentences: readonly Sentence[], context: NarrationContext) =>
  sentences.map((one) => capitalize(sentence(one, context))).filter(Boolean).join(' ');
