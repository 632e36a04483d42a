/** The client's routes. The server answers every address with the same page. */

export type Route =
  | { page: 'home' | 'account' | 'settings' | 'daily' | 'puzzles' | 'gallery' | 'not-found' }
  | { page: 'practice'; game: string; deal?: string }
  | { page: 'table'; code: string }
  | { page: 'replay'; id?: string; isUpload: boolean }
  | { page: 'verify' | 'analysis'; id: string; isUpload: boolean }
  | { page: 'puzzle'; id: string }
  | { page: 'new-table'; game?: string }
  | { page: 'rules' | 'lesson'; game: string }
  | { page: 'friend-link' | 'mail'; token: string };

const PATHS = { account: '/me', settings: '/settings', daily: '/daily', puzzles: '/puzzles', gallery: '/gallery' } as const;

/** Inverse of `formatPath`; an unknown address is `not-found`. */
export function parsePath(pathname: string): Route {
  const [section = '', first, second, ...rest] = pathname.replace(/^\/+|\/+$/g, '').split('/');
  const segments = [first, second].filter((segment) => segment !== undefined).map(decode);
  if (rest.length || segments.includes(null)) return { page: 'not-found' };
  const [a, b] = segments as string[];
  if (section === '' && !a) return { page: 'home' };
  if (section === 'g' && a) return b ? { page: 'practice', game: a, deal: b } : { page: 'practice', game: a };
  if (section === 'replay' && a === 'upload' && b) return { page: 'replay', id: b, isUpload: true };
  if (section === 'verify' && a === 'upload' && b) return { page: 'verify', id: b, isUpload: true };
  if (section === 'analysis' && a === 'upload' && b) return { page: 'analysis', id: b, isUpload: true };
  if (b !== undefined) return { page: 'not-found' };
  if (section === 't' && a) return { page: 'table', code: a };
  if (section === 'replay') return a ? { page: 'replay', id: a, isUpload: false } : { page: 'replay', isUpload: false };
  if (section === 'verify' && a) return { page: 'verify', id: a, isUpload: false };
  if (section === 'analysis' && a) return { page: 'analysis', id: a, isUpload: false };
  if (section === 'puzzles' && a) return { page: 'puzzle', id: a };
  if (section === 'open') return a ? { page: 'new-table', game: a } : { page: 'new-table' };
  if (section === 'friends' && a) return { page: 'friend-link', token: a };
  if (section === 'mail' && a) return { page: 'mail', token: a };
  if (section === 'rules' && a) return { page: 'rules', game: a };
  if (section === 'lesson' && a) return { page: 'lesson', game: a };
  const pages = Object.keys(PATHS) as (keyof typeof PATHS)[];
  const page = pages.find((name) => PATHS[name] === `/${section}`);
  return page && a === undefined ? { page } : { page: 'not-found' };
}

/** Inverse of `parsePath`. */
export function formatPath(to: Route): string {
  const encode = encodeURIComponent;
  switch (to.page) {
    case 'home':
    case 'not-found':
      return '/';
    case 'practice':
      return `/g/${encode(to.game)}${to.deal === undefined ? '' : `/${encode(to.deal)}`}`;
    case 'table':
      return `/t/${encode(to.code)}`;
    case 'replay':
      return to.id === undefined ? '/replay' : `/replay/${to.isUpload ? 'upload/' : ''}${encode(to.id)}`;
    case 'verify':
    case 'analysis':
      return `/${to.page}/${to.isUpload ? 'upload/' : ''}${encode(to.id)}`;
    case 'new-table':
      return to.game === undefined ? '/open' : `/open/${encode(to.game)}`;
    case 'puzzle':
      return `/puzzles/${encode(to.id)}`;
    case 'friend-link':
      return `/friends/${encode(to.token)}`;
    case 'mail':
      return `/mail/${encode(to.token)}`;
    case 'rules':
    case 'lesson':
      return `/${to.page}/${encode(to.game)}`;
    default:
      return PATHS[to.page];
  }
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The target of a plain left click on an internal link, which needs no page load; otherwise null. */
export function internalLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return null;
  if (event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return null;
  return link.pathname + link.search + link.hash;
}

/** Goes to an internal address, as a click on a link does. */
export function navigate(to: string, { replace = false } = {}): void {
  const isHere = to === location.pathname + location.search + location.hash;
  history[replace || isHere ? 'replaceState' : 'pushState'](null, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
}
