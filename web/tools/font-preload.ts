/** Preloads the fonts of the home page, instead of waiting for the style sheet that names them. */
import type { HtmlTagDescriptor, Plugin } from 'vite';

export const preloads = (files: readonly string[]): HtmlTagDescriptor[] =>
  files
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
      injectTo: 'head' as const,
    }));

export const fontPreload = (): Plugin => ({
  name: 'tavolino:font-preload',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (_html, { bundle }) => preloads(Object.keys(bundle ?? {})) },
});
