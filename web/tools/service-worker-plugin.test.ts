import { expect, test } from 'vitest';
import { shellFiles } from './service-worker-plugin';

test('the shell is the home page with everything it imports, its styles and fonts', () => {
  const files = shellFiles([
    { type: 'chunk', fileName: 'assets/index-1.js', isEntry: true, imports: ['assets/messages-2.js'] },
    { type: 'chunk', fileName: 'assets/messages-2.js', imports: ['assets/runtime-3.js'] },
    { type: 'chunk', fileName: 'assets/runtime-3.js', imports: [] },
    { type: 'chunk', fileName: 'assets/Replay-4.js', imports: ['assets/messages-2.js'] },
    { type: 'asset', fileName: 'assets/index-5.css' },
    { type: 'asset', fileName: 'assets/Replay-6.css' },
    { type: 'asset', fileName: 'assets/font-7.woff2' },
  ]);
  expect(files).toEqual([
    '/',
    '/icon.svg',
    '/theme.js',
    '/assets/index-1.js',
    '/assets/messages-2.js',
    '/assets/runtime-3.js',
    '/assets/index-5.css',
    '/assets/font-7.woff2',
  ]);
});
