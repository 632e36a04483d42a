/** Writes sw.js, the service worker, which keeps the shell of the client: what the first page needs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

type File = { fileName: string; isEntry?: boolean; imports?: string[]; type: 'chunk' | 'asset' };

/** The first page's scripts, styles and letters; everything else is kept when it is first used. */
export function shell(files: readonly File[]): string[] {
  const chunks = new Map(files.map((file) => [file.fileName, file]));
  const needed = new Set<string>();
  const follow = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    chunks.get(name)?.imports?.forEach(follow);
  };
  files.filter((file) => file.isEntry).forEach((file) => follow(file.fileName));
  const first = files.filter(({ fileName }) => /^assets\/index-.*\.css$|\.woff2$/.test(fileName));
  return ['/', '/icon.svg', '/light.js', ...[...needed, ...first.map((file) => file.fileName)].map((name) => `/${name}`)];
}

export const worker = (): Plugin => ({
  name: 'tavolino:worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const kept = shell(Object.values(bundle) as unknown as File[]);
      const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      const source = readFileSync('tools/service-worker.js', 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace('[/* SHELL */]', JSON.stringify(kept));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
});
