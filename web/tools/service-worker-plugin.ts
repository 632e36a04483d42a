/** Writes sw.js, the service worker that caches the app shell: the files that the home page needs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

type File = { fileName: string; isEntry?: boolean; imports?: string[]; type: 'chunk' | 'asset' };

/** The scripts, styles and fonts of the home page; other files are cached when they are first used. */
export function shellFiles(files: readonly File[]): string[] {
  const chunks = new Map(files.map((file) => [file.fileName, file]));
  const needed = new Set<string>();
  const follow = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    chunks.get(name)?.imports?.forEach(follow);
  };
  files.filter((file) => file.isEntry).forEach((file) => follow(file.fileName));
  const assets = files.filter(({ fileName }) => /^assets\/index-.*\.css$|\.woff2$/.test(fileName));
  return ['/', '/icon.svg', '/theme.js', ...[...needed, ...assets.map((file) => file.fileName)].map((name) => `/${name}`)];
}

export const serviceWorker = (): Plugin => ({
  name: 'tavolino:service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const cached = shellFiles(Object.values(bundle) as unknown as File[]);
      const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      const source = readFileSync('tools/service-worker.js', 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace('[/* SHELL */]', JSON.stringify(cached));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
});
