import { expect, test } from 'vitest';
import { formatPath, parsePath, type Route } from './router';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'practice', game: 'solitario40' },
  { page: 'practice', game: 'nove_colonne', deal: '1234' },
  { page: 'table', code: 'k7Q' },
  { page: 'replay', id: 'a/b c', isUpload: false },
  { page: 'replay', id: 'upload', isUpload: false },
  { page: 'replay', id: 'a/b c', isUpload: true },
  { page: 'replay', isUpload: false },
  { page: 'analysis', id: 'a/b c', isUpload: false },
  { page: 'analysis', id: 'a/b c', isUpload: true },
  { page: 'new-table' },
  { page: 'new-table', game: 'aftaebr' },
  { page: 'rules', game: 'aftaebr' },
  { page: 'lesson', game: 'aftaebr' },
  { page: 'account' },
  { page: 'settings' },
  { page: 'daily' },
];

test.each(ROUTES)('$page: formatPath and parsePath are inverse', (route) => {
  expect(parsePath(formatPath(route))).toEqual(route);
});

test.each(['/nowhere', '/g', '/t', '/t/a/b', '/me/you', '/g/a/b/c', '/t/%E0%A4%A'])(
  '%s is not found',
  (address) => expect(parsePath(address)).toEqual({ page: 'not-found' }),
);

test('a slash at the end changes nothing', () => {
  expect(parsePath('/g/aftaebr/')).toEqual({ page: 'practice', game: 'aftaebr' });
});
