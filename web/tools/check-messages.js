/** Every text exists in both catalogues with the same holes, and is used somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const catalogue = (locale) => {
  const { $schema: _, ...texts } = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
  return texts;
};

const holes = (text) => [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort().join();

const sources = readdirSync('src', { recursive: true })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.startsWith('paraglide'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');

const used = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((m) => m[1]));

/** @type {string[]} */
const wrong = [];
const [it, en] = [catalogue('it'), catalogue('en')];
for (const key of new Set([...Object.keys(it), ...Object.keys(en)])) {
  if (!it[key]) wrong.push(`${key}: missing in messages/it.json`);
  else if (!en[key]) wrong.push(`${key}: missing in messages/en.json`);
  else if (holes(it[key]) !== holes(en[key])) wrong.push(`${key}: other holes in it than in en`);
  if (!used.has(key)) wrong.push(`${key}: not used in src`);
}
for (const key of used) if (!it[key]) wrong.push(`${key}: used in src, in no catalogue`);

if (wrong.length) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
