/** The par of a deal: what a program reaches that sees what a player sees. */

/** Deals of these games have one, for these options, which are the usual ones. */
const USUAL: Record<string, Record<string, string>> = {
  solitario40: { deck: '40', draw: '3', empty_column: 'king' },
  nove_colonne: {},
};

export function hasPar(game: string, options: Record<string, string>): boolean {
  const usual = USUAL[game];
  return usual !== undefined && Object.entries(usual).every(([name, value]) => (options[name] ?? value) === value);
}
