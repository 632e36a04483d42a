/** The pages of docs/rules as HTML, made while building: the browser gets no Markdown. */
import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** Links between the pages become links of the client; "index" and the other language have their own places. */
function ours(href: string): string {
  const page = /^(\w+)\.(?:it|en)\.md(#.*)?$/.exec(href);
  if (page) return page[1] === 'README' ? '/' : `/rules/${page[1]}${page[2] ?? ''}`;
  return href === 'README.md' ? '/' : href;
}

/** The line with the links to the index and to the other language is the repository's, not the client's. */
const LANGUAGES = /^\[(?:English|Italiano|italiano|english)\]\(.*\n/m;

export function html(markdown: string): string {
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === 'link') token['href'] = ours(token['href'] as string);
    },
  });
  const page = marked.parse(markdown.replace(LANGUAGES, ''), { async: false });
  return anchored(scrolled(page));
}

/** Paragraphs (#6.2), chapters (#6) and the first mention of each clause (#R-S40-15) can be linked to. */
function anchored(page: string): string {
  const seen = new Set<string>();
  return page
    .replaceAll(/<h2>(\d+)\./g, '<h2 id="$1">$1.')
    .replaceAll(/<strong>(\d+\.\d+)<\/strong>/g, '<strong id="$1">$1</strong>')
    .replaceAll(/R-(?:S40|N9|AZ|AF|ALL)-S?\d+/g, (clause) => {
      if (seen.has(clause)) return clause;
      seen.add(clause);
      return `<span id="${clause}">${clause}</span>`;
    });
}

function scrolled(page: string): string {
  // What scrolls sideways on a phone can be reached and scrolled by keys.
  return page.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
}

export const rules = (): Plugin => ({
  name: 'tavolino:rules',
  transform(code, id) {
    if (id.endsWith('.md')) return { code: `export default ${JSON.stringify(html(code))};`, map: null };
    return undefined;
  },
});
