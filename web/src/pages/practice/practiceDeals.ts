/** Practice deals: their links, and which of them have a par. */
import { gameCatalogue } from '../../api/gameCatalogue.svelte';

const changedOptions = (game: string, options: Record<string, string>) =>
  Object.entries(options).filter(([name, value]) => gameCatalogue.defaultOption(game, name) !== value);

/** A link to the same cards with the same options. */
export function dealPath(game: string, deal: number, options: Record<string, string>): string {
  const query = new URLSearchParams(changedOptions(game, options)).toString();
  return `/g/${game}/${deal}${query && `?${query}`}`;
}

/** The par, the result of a bot that sees what a player sees, is known for the default options only. */
export const hasPar = (game: string, options: Record<string, string>) =>
  gameCatalogue.has(game, 'has_par') && !changedOptions(game, options).length;
