import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from './compress.ts';

test('a long text is packed in both ways, and unpacks to itself', () => {
  const text = Buffer.from('export const answer = 42;\n'.repeat(200));
  const packed = compressed(text);
  expect(brotliDecompressSync(packed.get('br')!)).toEqual(text);
  expect(gunzipSync(packed.get('gz')!)).toEqual(text);
  expect(packed.get('br')!.length).toBeLessThan(text.length / 10);
});

test('what would become longer is left alone', () => {
  expect(compressed(Buffer.from('ab')).size).toBe(0);
});
