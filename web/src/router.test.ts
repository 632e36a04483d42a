import { expect, test } from 'vitest';
import { path, route, type Route } from './router';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'game', game: 'solitario40' },
  { page: 'game', game: 'nove_colonne', number: '1234' },
  { page: 'table', table: 'k7Q' },
  { page: 'replay', id: 'a/b c', isUpload: false },
  { page: 'replay', id: 'upload', isUpload: false },
  { page: 'replay', id: 'a/b c', isUpload: true },
  { page: 'replay', isUpload: false },
  { page: 'open' },
  { page: 'open', game: 'aftaebr' },
  { page: 'rules', game: 'aftaebr' },
  { page: 'me' },
  { page: 'settings' },
  { page: 'daily' },
];

test.each(ROUTES)('$page: path and route are inverse', (there) => {
  expect(route(path(there))).toEqual(there);
});

test.each(['/nowhere', '/g', '/t', '/t/a/b', '/me/you', '/g/a/b/c', '/t/%E0%A4%A'])(
  '%s leads nowhere',
  (address) => expect(route(address)).toEqual({ page: 'lost' }),
);

test('a slash at the end changes nothing', () => {
  expect(route('/g/aftaebr/')).toEqual({ page: 'game', game: 'aftaebr' });
});
