import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { letters } from './tools/font-preload.ts';
import { rules } from './tools/rules-pages.ts';
import { worker } from './tools/service-worker-plugin.ts';
import { toml } from './tools/translations.ts';

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
    letters(),
    rules(),
    worker(),
    toml(),
  ],
  build: {
    // The server serves these files, and the wheel ships them.
    outDir: '../src/tavolino/server/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 150,
    // How long it took is no warning.
    rolldownOptions: { checks: { bundlerTimings: false } },
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
  test: { environment: 'happy-dom', include: ['{src,tools}/**/*.test.ts'] },
});
