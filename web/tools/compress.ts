import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/;
/** Bytes; a smaller file is one packet anyway. */
const LEAST = 1_000;

/** What the server sends instead of a text, if that is shorter: NAME.br and NAME.gz beside it. */
export function compressed(body: Uint8Array): Map<string, Uint8Array> {
  const brotli = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const all = new Map<string, Uint8Array>([
    ['br', brotli],
    ['gz', gzipSync(body, { level: 9 })],
  ]);
  return new Map([...all].filter(([, packed]) => packed.length < body.length));
}

export function compress(): Plugin {
  let folder = '';
  return {
    name: 'tavolino-compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    // After every other plugin has written its files.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          const file = join(folder, name);
          if (!TEXT.test(name) || statSync(file).size < LEAST) continue;
          for (const [suffix, packed] of compressed(readFileSync(file))) {
            writeFileSync(`${file}.${suffix}`, packed);
          }
        }
      },
    },
  };
}
