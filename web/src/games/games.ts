/** The games of the server and what the catalogue says about them. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { m } from '../paraglide/messages.js';

/** Other games follow, in the order of the server. */
const DISPLAY_ORDER = ['solitario40', 'nove_colonne', 'azul_solo', 'aftaebr'] as const;

/** The game that pages suggest first. */
export const [firstGame] = DISPLAY_ORDER;

/** All games. Empty until the catalogue has loaded. */
export function allGames(): string[] {
  const names = gameCatalogue.games.map(({ name }) => name);
  return [...new Set([...DISPLAY_ORDER.filter((name) => names.includes(name)), ...names])];
}

/** Without a catalogue, only the server knows. */
export const isPlayable = (game: string): boolean => !gameCatalogue.games.length || gameCatalogue.find(game) !== undefined;

/** The games with a deal of the day. */
export const dailyGames = (): string[] => allGames().filter((game) => gameCatalogue.has(game, 'has_daily'));

/** How many can play: «2–4 players». */
export function gameSeats(game: string): string {
  const { seats = [], contest = null } = gameCatalogue.find(game) ?? {};
  const [fewest = 1, most = fewest] = [seats[0], seats.at(-1)];
  if (most === 1) return contest ? m.seats_contest() : m.seats_one();
  return m.seats_number({ count: fewest === most ? String(most) : `${fewest}–${most}` });
}
