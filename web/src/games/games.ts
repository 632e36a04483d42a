/** The games of the server and what the catalogue says about them. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { m } from '../paraglide/messages.js';

/** All games, the one to suggest first. Empty until the catalogue has loaded. */
export const allGames = (): string[] => gameCatalogue.games.map(({ name }) => name);

/** Without a catalogue, only the server knows. */
export const isPlayable = (game: string): boolean => !gameCatalogue.games.length || gameCatalogue.find(game) !== undefined;

/** The games with a deal of the day. */
export const dailyGames = (): string[] => allGames().filter((game) => gameCatalogue.has(game, 'has_daily'));

/** The bot of each seat of a practice table, empty for the user's. */
export const practiceBots = (game: string, bot: string, mine = 0): string[] =>
  Array.from({ length: gameCatalogue.find(game)?.seats[0] ?? 1 }, (_, seat) => (seat === mine ? '' : bot));

/** Where to play a game that one has just learned. */
export function firstPracticeAddress(game: string): string {
  const bots = practiceBots(game, gameCatalogue.find(game)?.newcomers_bot ?? '');
  return `/g/${game}${bots.length > 1 ? `?bots=${bots.join(',')}` : ''}`;
}

/** Of 100 deals with these options, how many can be won; undefined where nobody knows. */
export function winnableOf100(game: string, options: Readonly<Record<string, string>>): number | undefined {
  const known = gameCatalogue.find(game)?.winnable ?? [];
  const chosen = (option: string) => options[option] ?? gameCatalogue.defaultOption(game, option);
  return known.find((share) => Object.entries(share.options).every(([option, value]) => chosen(option) === value))?.percent;
}

/** How many can play: «2–4 players». */
export function gameSeats(game: string): string {
  const { seats = [], contest = null } = gameCatalogue.find(game) ?? {};
  const [fewest = 1, most = fewest] = [seats[0], seats.at(-1)];
  if (most === 1) return contest ? m.seats_contest() : m.seats_one();
  return m.seats_number({ count: fewest === most ? String(most) : `${fewest}–${most}` });
}
