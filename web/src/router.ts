/** Addresses of the client, without a hash: the server answers all of them with the same page. */

export type Route =
  | { page: 'home' | 'me' | 'settings' | 'daily' | 'gallery' | 'lost' }
  | { page: 'game'; game: string; number?: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; id?: string; isUpload: boolean }
  | { page: 'open'; game?: string }
  | { page: 'rules'; game: string };

/** Inverse of `path`; whatever has no page is `lost`. */
export function route(pathname: string): Route {
  const [room = '', first, second, ...rest] = pathname.replace(/^\/+|\/+$/g, '').split('/');
  const parts = [first, second].filter((part) => part !== undefined).map(decode);
  if (rest.length || parts.includes(null)) return { page: 'lost' };
  const [a, b] = parts as string[];
  if (room === '' && !a) return { page: 'home' };
  if (room === 'g' && a) return b ? { page: 'game', game: a, number: b } : { page: 'game', game: a };
  if (room === 'replay' && a === 'upload' && b) return { page: 'replay', id: b, isUpload: true };
  if (b !== undefined) return { page: 'lost' };
  if (room === 't' && a) return { page: 'table', table: a };
  if (room === 'replay') return a ? { page: 'replay', id: a, isUpload: false } : { page: 'replay', isUpload: false };
  if (room === 'open') return a ? { page: 'open', game: a } : { page: 'open' };
  if (room === 'rules' && a) return { page: 'rules', game: a };
  const alone = ['me', 'settings', 'daily', 'gallery'] as const;
  const page = alone.find((name) => name === room);
  return page && a === undefined ? { page } : { page: 'lost' };
}

/** Inverse of `route`. */
export function path(to: Route): string {
  const part = encodeURIComponent;
  switch (to.page) {
    case 'home':
    case 'lost':
      return '/';
    case 'game':
      return `/g/${part(to.game)}${to.number === undefined ? '' : `/${part(to.number)}`}`;
    case 'table':
      return `/t/${part(to.table)}`;
    case 'replay':
      return to.id === undefined ? '/replay' : `/replay/${to.isUpload ? 'upload/' : ''}${part(to.id)}`;
    case 'open':
      return to.game === undefined ? '/open' : `/open/${part(to.game)}`;
    case 'rules':
      return `/rules/${part(to.game)}`;
    default:
      return `/${to.page}`;
  }
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Is this a plain left click on a link of ours, to be answered without loading a page? */
export function ownLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return null;
  if (event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return null;
  return link.pathname + link.search + link.hash;
}

/** Go to an address of ours, as a click on a link would. */
export function go(to: string, { replace = false } = {}): void {
  const isHere = to === location.pathname + location.search + location.hash;
  history[replace || isHere ? 'replaceState' : 'pushState'](null, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
}
