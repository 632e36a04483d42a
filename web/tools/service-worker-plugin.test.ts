import { expect, test } from 'vitest';
import { shell } from './service-worker-plugin';

test('the shell is the first page with all that it imports, its styles and letters', () => {
  const kept = shell([
    { type: 'chunk', fileName: 'assets/index-1.js', isEntry: true, imports: ['assets/texts-2.js'] },
    { type: 'chunk', fileName: 'assets/texts-2.js', imports: ['assets/runtime-3.js'] },
    { type: 'chunk', fileName: 'assets/runtime-3.js', imports: [] },
    { type: 'chunk', fileName: 'assets/Replay-4.js', imports: ['assets/texts-2.js'] },
    { type: 'asset', fileName: 'assets/index-5.css' },
    { type: 'asset', fileName: 'assets/Replay-6.css' },
    { type: 'asset', fileName: 'assets/letters-7.woff2' },
  ]);
  expect(kept).toEqual([
    '/',
    '/icon.svg',
    '/light.js',
    '/assets/index-1.js',
    '/assets/texts-2.js',
    '/assets/runtime-3.js',
    '/assets/index-5.css',
    '/assets/letters-7.woff2',
  ]);
});
