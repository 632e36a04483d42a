/** Practice deals: their links, and which of them have a par. */

const DEFAULT_OPTIONS: Record<string, Record<string, string>> = {
  solitario40: { deck: '40', draw: '3', empty_column: 'king' },
  nove_colonne: {},
  azul_solo: { marker_home: 'every_round' },
  aftaebr: { players: '2', time_limit: 'none' },
};
const GAMES_WITH_PAR = ['solitario40', 'nove_colonne'];

const changedOptions = (game: string, options: Record<string, string>) =>
  Object.entries(options).filter(([name, value]) => DEFAULT_OPTIONS[game]?.[name] !== value);

/** A link to the same cards with the same options. */
export function dealPath(game: string, deal: number, options: Record<string, string>): string {
  const query = new URLSearchParams(changedOptions(game, options)).toString();
  return `/g/${game}/${deal}${query && `?${query}`}`;
}

/** The par, the result of a bot that sees what a player sees, is known for the default options only. */
export const hasPar = (game: string, options: Record<string, string>) => GAMES_WITH_PAR.includes(game) && !changedOptions(game, options).length;
