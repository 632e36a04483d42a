import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFile, generateTypes } from './message-types';

test('messages.ts is up to date with the schema; if not, run `npm run types`', () => {
  expect(readFileSync('src/live/messages.ts', 'utf8')).toBe(generatedFile());
});

test('fields with a default are optional, null is explicit, equal names get their module', () => {
  const text = generateTypes({
    $defs: {
      'a.b.Row': { type: 'object', properties: { n: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }, required: ['n'] },
      Ask: { type: 'object', properties: { type: { enum: ['ask'] }, rows: { type: 'array', items: { $ref: '#/$defs/a.b.Row' } } }, required: ['type'] },
    },
  });
  expect(text).toContain('export type BRow = {\n  n: number | null;\n};');
  expect(text).toContain('export type Ask = {\n  type: "ask";\n  rows?: BRow[];\n};');
});

test('an unknown kind of schema is an error', () => {
  expect(() => generateTypes({ $defs: { Odd: {} } })).toThrow('known kind');
});
