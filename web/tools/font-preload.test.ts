import { expect, test } from 'vitest';
import { preloads } from './font-preload';

test('every font file, and nothing else', () => {
  const tags = preloads(['assets/index-1.js', 'assets/alegreya-2.woff2']);
  expect(tags.map((tag) => tag.attrs?.['href'])).toEqual(['/assets/alegreya-2.woff2']);
});
