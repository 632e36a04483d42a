/** Converts the pages of docs/rules to HTML at build time. */
import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** Links between the pages become routes of the client. */
function clientLink(href: string): string {
  const page = /^(\w+)\.(?:it|en)\.md(#.*)?$/.exec(href);
  if (page) return page[1] === 'README' ? '/' : `/rules/${page[1]}${page[2] ?? ''}`;
  return href === 'README.md' ? '/' : href;
}

/** The line with links to the index and to the other language, which the client does not need. */
const LANGUAGES = /^\[(?:English|Italiano|italiano|english)\]\(.*\n/m;

export function rulesHtml(markdown: string): string {
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === 'link') token['href'] = clientLink(token['href'] as string);
    },
  });
  const page = marked.parse(markdown.replace(LANGUAGES, ''), { async: false });
  return addAnchors(markClauses(makeScrollable(page)));
}

const CLAUSE = 'R-(?:S40|N9|AZ|AF|ALL)-S?\\d+';
/** Clauses in parentheses, and the sentence that explains them. */
const CLAUSES = new RegExp(`\\s?\\(${CLAUSE}(?:[\\s,–…]+${CLAUSE})*\\)`, 'g');
const EXPLANATION = /\s(?:Le sigle tra parentesi|Codes in parentheses)[^.]*\./;

/** The client shows clauses on request only. */
function markClauses(page: string): string {
  const mark = (text: string) => `<span class="clauses">${text}</span>`;
  const at = EXPLANATION.exec(page);
  if (!at) return page.replaceAll(CLAUSES, mark);
  const end = at.index + at[0].length;
  return page.slice(0, at.index) + mark(at[0]) + page.slice(end).replaceAll(CLAUSES, mark);
}

/** Anchors for chapters (#6), paragraphs (#6.2) and the first mention of each clause (#R-S40-15). */
function addAnchors(page: string): string {
  const seen = new Set<string>();
  return page
    .replaceAll(/<h2>(\d+)\./g, '<h2 id="$1">$1.')
    .replaceAll(/<strong>(\d+\.\d+)<\/strong>/g, '<strong id="$1">$1</strong>')
    .replaceAll(new RegExp(CLAUSE, 'g'), (clause) => {
      if (seen.has(clause)) return clause;
      seen.add(clause);
      return `<span id="${clause}">${clause}</span>`;
    });
}

function makeScrollable(page: string): string {
  // Focusable, so that wide content can be scrolled by keyboard on narrow screens.
  return page.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
}

export const rulesPages = (): Plugin => ({
  name: 'tavolino:rules-pages',
  transform(code, id) {
    if (id.endsWith('.md')) return { code: `export default ${JSON.stringify(rulesHtml(code))};`, map: null };
    return undefined;
  },
});
