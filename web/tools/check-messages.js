/** Checks that every message exists in both languages with the same placeholders, and is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readMessages = (locale) => {
  const { $schema: _, ...messages } = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
  return messages;
};

const placeholders = (text) => [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort().join();

const sources = readdirSync('src', { recursive: true })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.startsWith('paraglide'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');

const used = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((m) => m[1]));

/** @type {string[]} */
const errors = [];
const [it, en] = [readMessages('it'), readMessages('en')];
for (const key of new Set([...Object.keys(it), ...Object.keys(en)])) {
  if (!it[key]) errors.push(`${key}: missing in messages/it.json`);
  else if (!en[key]) errors.push(`${key}: missing in messages/en.json`);
  else if (placeholders(it[key]) !== placeholders(en[key])) errors.push(`${key}: the placeholders in it and en differ`);
  if (!used.has(key)) errors.push(`${key}: not used in src`);
}
for (const key of used) if (!it[key]) errors.push(`${key}: used in src, missing in messages/`);

if (errors.length) {
  console.error(errors.join('\n'));
  process.exit(1);
}
