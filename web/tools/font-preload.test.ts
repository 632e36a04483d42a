import { expect, test } from 'vitest';
import { preloads } from './font-preload';

test('every file of letters, and nothing else', () => {
  const made = preloads(['assets/index-1.js', 'assets/alegreya-2.woff2']);
  expect(made.map((tag) => tag.attrs?.['href'])).toEqual(['/assets/alegreya-2.woff2']);
});
