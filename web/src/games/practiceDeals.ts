/** Practice deals: their address, and which of them have a par. */

/** The options that a deal has if nothing else is said. */
const USUAL: Record<string, Record<string, string>> = {
  solitario40: { deck: '40', draw: '3', empty_column: 'king' },
  nove_colonne: {},
  azul_solo: { marker_home: 'every_round' },
  aftaebr: { players: '2', time_limit: 'none' },
};
const WITH_PAR = ['solitario40', 'nove_colonne'];

const unusual = (game: string, options: Record<string, string>) =>
  Object.entries(options).filter(([name, value]) => USUAL[game]?.[name] !== value);

/** Whoever opens it plays the same cards by the same options. */
export function dealAddress(game: string, deal: number, options: Record<string, string>): string {
  const query = new URLSearchParams(unusual(game, options)).toString();
  return `/g/${game}/${deal}${query && `?${query}`}`;
}

/** What a program reaches that sees what a player sees is known for the usual options only. */
export const hasPar = (game: string, options: Record<string, string>) => WITH_PAR.includes(game) && !unusual(game, options).length;
