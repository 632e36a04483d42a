/** What the window is called on each page. */
import { isGame, TITLES } from '../games/games';
import type { Route } from '../router';
import { m } from '../paraglide/messages.js';

const PAGES: Partial<Record<Route['page'], () => string>> = {
  open: m.lobby_title,
  daily: m.daily,
  me: m.me,
  replay: m.replay_title,
  settings: m.settings,
  gallery: m.gallery,
  lost: m.lost,
};

function nameOf(to: Route): string | undefined {
  if (to.page === 'game' || to.page === 'rules') {
    const game = isGame(to.game) ? TITLES[to.game]() : '';
    return to.page === 'rules' ? m.page_rules_of({ game }) : game;
  }
  return PAGES[to.page]?.();
}

export function titleOf(to: Route): string {
  const name = nameOf(to);
  return name ? `${name} · ${m.home()}` : m.home();
}
