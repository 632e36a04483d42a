import { expect, test } from 'vitest';
import type { AzulPicture, RoundCount, Told, Update } from '../../live/messages';
import { azul_solo } from '../samplePositions';
import { answered, answerOf, story } from './animation';

const EMPTY = ['', '', '', '', '', ''];
const PICTURE: AzulPicture = {
  ...azul_solo.picture, trays: ['BBR', '', 'RRKW', '', '', ''], centre: 'KY', marker: 'tray', pile: { K: 1 }, answer: null,
  lines: ['', 'RR', '', '', ''], wall: ['', '', '', '', ''], floor: 'Y', score: 4,
};
const said = (die: number, colour: string | null, source: number): Told => ({
  key: 'az.answer',
  values: {
    what: colour
      ? { key: 'az.ai', values: { dado: die, n: 2, colore: { key: `az.colour_many.${colour}` }, luogo: source ? { key: 'az.place.tray', values: { n: source } } : { key: 'az.place.centre' } } }
      : { key: 'az.ai_marker', values: { dado: die } },
    why: { key: 'az.priority.2', values: { tray: die } },
  },
});
const YOU: Told = { key: 'az.you', values: {} };
const PREVIEW = { line: 1, floor: 0, out: 0, marker: false, points: 1, cost: 1 };
const update = (view: AzulPicture, told: Told[], more: Partial<Update> = {}): Update => ({
  type: 'update', table: 'q', board: 0, seq: 9, count: 9, id: null, actor: 0, view, moves: [], told, last: 'cY>1', can: [], notices: [], ...more,
});

test('an answer is read from what is told of it', () => {
  expect(answerOf(said(3, 'R', 3))).toMatchObject({ die: 3, source: 3, colour: 'R' });
  expect(answerOf(said(5, 'K', 0))).toMatchObject({ die: 5, source: 0, colour: 'K' });
  expect(answerOf(said(1, null, 1))).toMatchObject({ die: 1, source: 1, colour: null });
});

test('the automa takes its tiles, the rest goes to the centre (R-AZ-12)', () => {
  const after = answered(PICTURE, answerOf(said(3, 'R', 3)));
  expect(after.trays[2]).toBe('');
  expect(after.centre).toBe('KYKW');
  expect(after.pile).toEqual({ K: 1, R: 2 });
});

test('under P1 it takes the marker and no tile (R-AZ-11)', () => {
  const after = answered(PICTURE, answerOf(said(1, null, 1)));
  expect(after).toMatchObject({ marker: 'automa', centre: 'KYBBR', pile: { K: 1 } });
});

test('from the centre it takes the marker that lies there (R-AZ-15)', () => {
  const after = answered({ ...PICTURE, marker: 'centre' }, answerOf(said(2, 'K', 0)));
  expect(after).toMatchObject({ marker: 'automa', centre: 'Y', pile: { K: 2 } });
});

test('a move is shown as take, roll and answer; the last picture is the server’s', () => {
  const view = { ...PICTURE, score: 99 };
  const scenes = story({ picture: PICTURE, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, said(3, 'R', 3)]));
  expect(scenes.map(({ isRolling, die }) => [isRolling, die])).toEqual([[false, null], [true, 3], [false, 3], [false, 3]]);
  expect(scenes[0]!.picture.lines[0]).toBe('Y');
  expect(scenes[1]!.answer).toBeNull();
  expect(scenes[2]!.answer).toEqual(said(3, 'R', 3));
  expect(scenes.at(-1)!.picture).toBe(view);
});

const COUNT: RoundCount = {
  round: 1, tiles: [{ row: 1, column: 2, colour: 'Y', points: 1 }, { row: 2, column: 4, colour: 'R', points: 2 }],
  lost: 1, columns: [], colours: '', bonus: 0, score: 6,
};

test('the count goes tile by tile, then the floor', () => {
  const view = { ...PICTURE, round: 2, score: 6 };
  const scenes = story({ picture: PICTURE, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, { key: 'az.round' }], { count_of_round: COUNT }));
  expect(scenes.map(({ picture }) => picture.score)).toEqual([4, 5, 7, 6, 6]);
  expect(scenes.map(({ laid }) => laid.length)).toEqual([0, 1, 2, 2, 2]);
  expect(scenes[2]!.picture).toMatchObject({ lines: ['', '', '', '', ''], wall: ['Y', 'R', '', '', ''], floor: 'Y' });
  expect(scenes[3]).toMatchObject({ lost: 1, picture: { floor: '' } });
});

test('a round that the automa begins is seen full before it takes', () => {
  const view = { ...PICTURE, trays: ['BBR', '', 'KKKW', 'BBYY', 'RRRR', 'WWWW'], centre: 'KY', marker: 'tray' as const, pile: { K: 1, R: 2 } };
  const told = [YOU, { key: 'az.round' }, said(2, 'R', 2)];
  const scenes = story({ picture: PICTURE, previews: { 'cY>1': PREVIEW } }, update(view, told, { count_of_round: COUNT }));
  const full = scenes.find(({ picture }) => picture.trays[1]);
  expect(full?.picture).toMatchObject({ trays: ['BBR', 'KYRR', 'KKKW', 'BBYY', 'RRRR', 'WWWW'], centre: '', pile: { K: 1 } });
  expect(scenes.at(-2)!.picture).toMatchObject({ trays: view.trays, centre: 'KY', pile: view.pile });
});

test('complete columns and colours are counted at the end (R-AZ-S12)', () => {
  const view = { ...PICTURE, round: 5, trays: EMPTY, score: 13 };
  const count = { ...COUNT, columns: [2], bonus: 7, score: 13 };
  const scenes = story({ picture: PICTURE, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, { key: 'az.round' }], { count_of_round: count }));
  expect(scenes.at(-2)).toMatchObject({ bonus: { columns: [2] }, picture: { score: 13 } });
  expect(scenes.at(-3)!.picture.score).toBe(6);
});

test('whatever else is told is shown at once', () => {
  expect(story({ picture: PICTURE, previews: null }, update(PICTURE, [{ key: 'told.undo' }]))).toHaveLength(1);
});
