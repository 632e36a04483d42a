/** The games in display order, with their titles and descriptions: first those with a board of their own here, then any others of the server. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { m } from '../paraglide/messages.js';

/** The games with a board, a drawing and texts of their own. */
export const GAMES = ['solitario40', 'nove_colonne', 'azul_solo', 'aftaebr'] as const;
export type Game = (typeof GAMES)[number];

export const isGame = (word: string): word is Game => GAMES.some((game) => game === word);

/** All games that can be played; those of other packages are there once the catalogue has loaded. */
export const allGames = (): string[] => [...GAMES, ...gameCatalogue.games.map(({ name }) => name).filter((name) => !isGame(name))];

export const isPlayable = (game: string): boolean => allGames().includes(game);

export const hasRules = (game: string): boolean => isGame(game) || gameCatalogue.has(game, 'has_rules');

/** The games with a deal of the day. */
export const dailyGames = (): string[] => allGames().filter((game) => gameCatalogue.has(game, 'has_daily'));

const TITLES = {
  solitario40: m.title_solitario40,
  nove_colonne: m.title_nove_colonne,
  azul_solo: m.title_azul_solo,
  aftaebr: m.title_aftaebr,
};
export const gameTitle = (game: string): string => (isGame(game) ? TITLES[game]() : (gameCatalogue.title(game) ?? game));

const ABOUT = {
  solitario40: m.about_solitario40,
  nove_colonne: m.about_nove_colonne,
  azul_solo: m.about_azul_solo,
  aftaebr: m.about_aftaebr,
};
export const gameAbout = (game: string): string => (isGame(game) ? ABOUT[game]() : (gameCatalogue.about(game) ?? ''));

const SEATS = {
  solitario40: m.seats_contest,
  nove_colonne: m.seats_contest,
  azul_solo: m.seats_contest,
  aftaebr: m.seats_many,
};
/** How many can play: «2–4 players». */
export function gameSeats(game: string): string {
  if (isGame(game)) return SEATS[game]();
  const { seats = [], contest = null } = gameCatalogue.find(game) ?? {};
  const [fewest = 1, most = fewest] = [seats[0], seats.at(-1)];
  if (most === 1) return contest ? m.seats_contest() : m.seats_one();
  return m.seats_number({ count: fewest === most ? String(most) : `${fewest}–${most}` });
}
