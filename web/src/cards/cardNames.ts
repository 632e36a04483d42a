/** Cards: notation, and names for screen readers. */
import { m } from '../paraglide/messages.js';

export const SUITS = ['D', 'H', 'C', 'S'] as const;
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;
export const RANKS_40 = RANKS.filter((rank) => !['8', '9', '10'].includes(rank));
export const STYLES = ['napoletane', 'piacentine', 'francesi'] as const;
export const FACE_DOWN = '??';

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Style = (typeof STYLES)[number];

export const suitOf = (name: string) => name.slice(-1) as Suit;
export const rankOf = (name: string) => name.slice(0, -1) as Rank;

/** Denari and coppe are red (R-S40-04). */
export const isRed = (suit: Suit) => suit === 'D' || suit === 'H';

/** The top card of a base of this height, in a deck of 40 or 52. */
export function baseTop(suit: Suit, height: number, deck: 40 | 52): string | null {
  const rank = (deck === 40 ? RANKS_40 : RANKS)[height - 1];
  return rank ? rank + suit : null;
}

const ITALIAN_SUITS = { D: m.suit_denari, H: m.suit_coppe, C: m.suit_bastoni, S: m.suit_spade };
const FRENCH_SUITS = { D: m.suit_quadri, H: m.suit_cuori, C: m.suit_fiori, S: m.suit_picche };

const PLAIN = {
  A: m.rank_asso,
  '2': m.rank_2,
  '3': m.rank_3,
  '4': m.rank_4,
  '5': m.rank_5,
  '6': m.rank_6,
  '7': m.rank_7,
  '8': m.rank_8,
  '9': m.rank_9,
  '10': m.rank_10,
};
const ITALIAN_RANKS = { ...PLAIN, J: m.rank_fante, Q: m.rank_cavallo, K: m.rank_re };
const FRENCH_RANKS = { ...PLAIN, J: m.rank_jack, Q: m.rank_dama, K: m.rank_king };

export function suitName(suit: Suit, style: Style): string {
  return (style === 'francesi' ? FRENCH_SUITS : ITALIAN_SUITS)[suit]();
}

/** «sette di spade», or «carta coperta». */
export function cardName(name: string, style: Style): string {
  if (name === FACE_DOWN) return m.card_hidden();
  const ranks = style === 'francesi' ? FRENCH_RANKS : ITALIAN_RANKS;
  return m.card_of({ rank: ranks[rankOf(name)](), suit: suitName(suitOf(name), style) });
}
