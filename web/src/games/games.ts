/** The four games in display order, with their titles and descriptions. */
import { m } from '../paraglide/messages.js';

export const GAMES = ['solitario40', 'nove_colonne', 'azul_solo', 'aftaebr'] as const;
export type Game = (typeof GAMES)[number];

export const isGame = (word: string): word is Game => GAMES.some((game) => game === word);

export const TITLES = {
  solitario40: m.title_solitario40,
  nove_colonne: m.title_nove_colonne,
  azul_solo: m.title_azul_solo,
  aftaebr: m.title_aftaebr,
};
export const ABOUT = {
  solitario40: m.about_solitario40,
  nove_colonne: m.about_nove_colonne,
  azul_solo: m.about_azul_solo,
  aftaebr: m.about_aftaebr,
};
export const SEATS = {
  solitario40: m.seats_contest,
  nove_colonne: m.seats_contest,
  azul_solo: m.seats_contest,
  aftaebr: m.seats_many,
};
