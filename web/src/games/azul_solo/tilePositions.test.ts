import { expect, test } from 'vitest';
import { azul_solo } from '../samplePositions';
import type { AzulPicture } from '../../live/messages';
import { follow } from './tilePositions';

const PICTURE: AzulPicture = {
  ...azul_solo.picture,
  trays: ['', 'RRKB', 'BBYW', '', '', ''], centre: 'W', lines: ['', 'R', '', '', ''], wall: ['', '', '', '', ''], floor: '', pile: {},
};
const ids = (pieces: { id: number }[] | undefined) => (pieces ?? []).map(({ id }) => id).sort();

test('nothing moves if nothing has changed', () => {
  const lying = follow({}, PICTURE);
  expect(follow(lying, PICTURE)).toEqual(lying);
});

test('taken tiles are the ones that come to the line, and the rest those of the centre', () => {
  const before = follow({}, PICTURE);
  const after = follow(before, { ...PICTURE, trays: ['', '', 'BBYW', '', '', ''], centre: 'WKB', lines: ['', 'R', 'RR', '', ''] });
  const [red1, red2] = before['t2']!.filter(({ colour }) => colour === 'R');
  expect(ids(after['l3'])).toEqual([red1!.id, red2!.id].sort());
  expect(after['l2']).toEqual(before['l2']);
  const pushed = before['t2']!.filter(({ colour }) => colour !== 'R');
  expect(ids(after['c'])).toEqual(ids([...before['c']!, ...pushed]));
  expect(after['t3']).toEqual(before['t3']);
});

test('the automa’s tiles go to its pile', () => {
  const before = follow({}, PICTURE);
  const after = follow(before, { ...PICTURE, trays: ['', 'RRKB', '', '', '', ''], centre: 'WWY', pile: { B: 2 } });
  expect(ids(after['a'])).toEqual(ids(before['t3']!.filter(({ colour }) => colour === 'B')));
});

test('a tile of a full line goes to the wall, and new trays have new tiles', () => {
  const full = { ...PICTURE, trays: ['', '', '', '', '', ''], centre: '', lines: ['', 'RR', '', '', ''] };
  const before = follow({}, full);
  const after = follow(before, { ...full, lines: ['', '', '', '', ''], wall: ['', 'R', '', '', ''], trays: ['RRR', '', '', '', '', ''] });
  expect(before['l2']).toContainEqual(after['w24']![0]);
  for (const { id } of after['t1']!) expect(ids(before['l2'])).not.toContain(id);
});
