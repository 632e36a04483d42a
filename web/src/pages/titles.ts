/** The window title of each page. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import type { Route } from '../router';
import { m } from '../paraglide/messages.js';

const TITLES_OF_PAGES: Partial<Record<Route['page'], () => string>> = {
  'new-table': m.lobby_title,
  daily: m.daily,
  puzzles: m.puzzles,
  puzzle: m.puzzle,
  account: m.me,
  'friend-link': m.friends,
  mail: m.notices,
  replay: m.replay_title,
  verify: m.verify_title,
  analysis: m.analysis_title,
  settings: m.settings,
  gallery: m.gallery,
  'not-found': m.not_found,
};

function nameOf(route: Route): string | undefined {
  if (route.page === 'practice' || route.page === 'rules' || route.page === 'lesson') {
    const game = gameCatalogue.title(route.game);
    if (game && route.page === 'lesson') return m.page_lesson_of({ game });
    return game && route.page === 'rules' ? m.page_rules_of({ game }) : game;
  }
  return TITLES_OF_PAGES[route.page]?.();
}

export function pageTitle(route: Route): string {
  const name = nameOf(route);
  return name ? `${name} · ${m.home()}` : m.home();
}
