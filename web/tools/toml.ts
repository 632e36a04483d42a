/** The sentences of src/tavolino/translations/*.toml that a game tells, made into a module while building. */
import type { Plugin } from 'vite';

/** The tables the browser needs; the others are the terminal's. */
const TABLES = ['s40', 'n9', 'az', 'af', 'refusal', 'standing', 'told', 'hint', 'coach'];

/** Of TOML just what the catalogues use: tables, and strings on one line. */
export function sentences(toml: string): Record<string, string> {
  const found: Record<string, string> = {};
  let table = '';
  for (const line of toml.split('\n')) {
    const head = /^\[([\w.-]+)\]$/.exec(line);
    if (head) table = head[1]!;
    if (head || !TABLES.includes(table.split('.')[0]!) || !line || line.startsWith('#')) continue;
    const pair = /^([\w-]+) = (".*")$/.exec(line);
    if (!pair) throw new Error(`expected a key and a string on one line in [${table}], got ${line}`);
    found[`${table}.${pair[1]}`] = JSON.parse(pair[2]!) as string;
  }
  return found;
}

export const toml = (): Plugin => ({
  name: 'tavolino:toml',
  transform(code, id) {
    if (id.endsWith('.toml')) return { code: `export default ${JSON.stringify(sentences(code))};`, map: null };
    return undefined;
  },
});
