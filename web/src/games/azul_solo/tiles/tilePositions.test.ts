import { expect, test } from 'vitest';
import { azul_solo } from '../../samples/positions';
import type { AzulView } from '../../views';
import { trackTiles } from './tilePositions';

const VIEW: AzulView = {
  ...azul_solo.view,
  trays: ['', 'RRKB', 'BBYW', '', '', ''], centre: 'W', lines: ['', 'R', '', '', ''], wall: ['', '', '', '', ''], floor: '', pile: {},
};
const ids = (pieces: { id: number }[] | undefined) => (pieces ?? []).map(({ id }) => id).sort();

test('tiles keep their identity if nothing has changed', () => {
  const positions = trackTiles({}, VIEW);
  expect(trackTiles(positions, VIEW)).toEqual(positions);
});

test('taken tiles move to the line, and the rest to the centre', () => {
  const before = trackTiles({}, VIEW);
  const after = trackTiles(before, { ...VIEW, trays: ['', '', 'BBYW', '', '', ''], centre: 'WKB', lines: ['', 'R', 'RR', '', ''] });
  const [red1, red2] = before['t2']!.filter(({ colour }) => colour === 'R');
  expect(ids(after['l3'])).toEqual([red1!.id, red2!.id].sort());
  expect(after['l2']).toEqual(before['l2']);
  const pushed = before['t2']!.filter(({ colour }) => colour !== 'R');
  expect(ids(after['c'])).toEqual(ids([...before['c']!, ...pushed]));
  expect(after['t3']).toEqual(before['t3']);
});

test('the automa’s tiles go to its pile', () => {
  const before = trackTiles({}, VIEW);
  const after = trackTiles(before, { ...VIEW, trays: ['', 'RRKB', '', '', '', ''], centre: 'WWY', pile: { B: 2 } });
  expect(ids(after['a'])).toEqual(ids(before['t3']!.filter(({ colour }) => colour === 'B')));
});

test('a tile of a full line moves to the wall, and refilled trays have new tiles', () => {
  const full = { ...VIEW, trays: ['', '', '', '', '', ''], centre: '', lines: ['', 'RR', '', '', ''] };
  const before = trackTiles({}, full);
  const after = trackTiles(before, { ...full, lines: ['', '', '', '', ''], wall: ['', 'R', '', '', ''], trays: ['RRR', '', '', '', '', ''] });
  expect(before['l2']).toContainEqual(after['w24']![0]);
  for (const { id } of after['t1']!) expect(ids(before['l2'])).not.toContain(id);
});
