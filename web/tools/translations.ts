/** Converts the server's translations of the narration (TOML) to a module at build time. */
import type { Plugin } from 'vite';

/** The tables that the browser needs; the others belong to the terminal. */
const TABLES = ['s40', 'n9', 'az', 'af', 'refusal', 'standing', 'standing_you', 'told', 'hint', 'coach', 'analysis', 'lesson', 'puzzle'];

/** Parses the subset of TOML that these files use: tables, and strings on one line. */
export function parseTranslations(toml: string): Record<string, string> {
  const texts: Record<string, string> = {};
  let table = '';
  for (const line of toml.split('\n')) {
    const header = /^\[([\w.-]+)\]$/.exec(line);
    if (header) table = header[1]!;
    if (header || !TABLES.includes(table.split('.')[0]!) || !line || line.startsWith('#')) continue;
    const pair = /^([\w-]+) = (".*")$/.exec(line);
    if (!pair) throw new Error(`expected a key and a string on one line in [${table}], got ${line}`);
    texts[`${table}.${pair[1]}`] = JSON.parse(pair[2]!) as string;
  }
  return texts;
}

export const translations = (): Plugin => ({
  name: 'tavolino:translations',
  transform(code, id) {
    if (id.endsWith('.toml')) return { code: `export default ${JSON.stringify(parseTranslations(code))};`, map: null };
    return undefined;
  },
});
