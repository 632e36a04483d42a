import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './tools/compress.ts';
import { fontPreload } from './tools/font-preload.ts';
import { rulesPages } from './tools/rules-pages.ts';
import { serviceWorker } from './tools/service-worker-plugin.ts';
import { translations } from './tools/translations.ts';

const SERVER = process.env['TAVOLINO_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      localStorageKey: 'tavolino.language',
    }),
    svelte(),
    fontPreload(),
    rulesPages(),
    serviceWorker(),
    translations(),
    compress(),
  ],
  build: {
    // Served by the server and included in the wheel.
    outDir: '../src/tavolino/server/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 150,
    // Build times are not a warning.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Otherwise each control or module of boards that two pages share would be a request of its own.
      output: {
        codeSplitting: {
          groups: [
            { name: 'board', test: /src.games.board./, minShareCount: 2 },
            { name: 'controls', test: /src.components.(RadioGroup|Switch|CopyButton)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': SERVER,
      '/health': SERVER,
      '/live': { target: SERVER.replace('http', 'ws'), ws: true },
    },
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['{src,tools}/**/*.test.ts'],
    // Otherwise most of the time goes into a new page for each file.
    isolate: false,
    setupFiles: ['tools/test-setup.ts'],
    // Reached only by a broken test: a busy machine may take long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
