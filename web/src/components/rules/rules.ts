/** The rules pages: those of this repository are part of the client, those of other packages come from the server. */
import { api } from '../../api/client';
import { gameCatalogue } from '../../api/gameCatalogue.svelte';

export const hasRules = (game: string) => gameCatalogue.has(game, 'has_rules');

const PAGES = import.meta.glob<string>('../../../../docs/rules/*.*.md', { import: 'default' });
/** The server sends one article. */
const loadFromServer = async (game: string, language: string) => (await api.rules(game, language)).replaceAll(/<\/?article[^>]*>/g, '');

/** HTML; undefined if the game has no rules. */
export const loadRules = (game: string, language: string): Promise<string> | undefined =>
  PAGES[`../../../../docs/rules/${game}.${language}.md`]?.() ?? (hasRules(game) ? loadFromServer(game, language) : undefined);
