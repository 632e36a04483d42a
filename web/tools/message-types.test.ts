import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { types, written } from './message-types';

test('the types are those of the schema: npm run types', () => {
  expect(readFileSync('src/live/messages.ts', 'utf8')).toBe(written());
});

test('fields with a default may be left out, null is said, names are told apart', () => {
  const text = types({
    $defs: {
      'a.b.Row': { type: 'object', properties: { n: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }, required: ['n'] },
      Ask: { type: 'object', properties: { type: { enum: ['ask'] }, rows: { type: 'array', items: { $ref: '#/$defs/a.b.Row' } } }, required: ['type'] },
    },
  });
  expect(text).toContain('export type BRow = {\n  n: number | null;\n};');
  expect(text).toContain('export type Ask = {\n  type: "ask";\n  rows?: BRow[];\n};');
});

test('what it does not know it refuses', () => {
  expect(() => types({ $defs: { Odd: {} } })).toThrow('known kind');
});
