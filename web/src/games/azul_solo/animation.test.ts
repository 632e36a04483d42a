import { expect, test } from 'vitest';
import type { RoundCount, Sentence, Update } from '../../live/messages';
import { azul_solo } from '../samples/positions';
import type { AzulView } from '../views';
import { animationFrames, applyAnswer, parseAnswer } from './animation';

const EMPTY = ['', '', '', '', '', ''];
const VIEW: AzulView = {
  ...azul_solo.view, trays: ['BBR', '', 'RRKW', '', '', ''], centre: 'KY', marker: 'tray', pile: { K: 1 }, answer: null,
  lines: ['', 'RR', '', '', ''], wall: ['', '', '', '', ''], floor: 'Y', score: 4,
};
const toldAnswer = (die: number, colour: string | null, source: number): Sentence => ({
  key: 'az.answer',
  values: {
    what: colour
      ? { key: 'az.ai', values: { dado: die, n: 2, colore: { key: `az.colour_many.${colour}` }, luogo: source ? { key: 'az.place.tray', values: { n: source } } : { key: 'az.place.centre' } } }
      : { key: 'az.ai_marker', values: { dado: die } },
    why: { key: 'az.priority.2', values: { tray: die } },
  },
});
const YOU: Sentence = { key: 'az.you', values: {} };
const PREVIEW = { line: 1, floor: 0, out: 0, marker: false, points: 1, cost: 1 };
const update = (view: AzulView, told: Sentence[], more: Partial<Update> = {}): Update => ({
  type: 'update', table: 'q', board: 0, seq: 9, count: 9, id: null, actor: 0, view, moves: [], told, last: 'cY>1', can: [], notices: [], ...more,
});

test('an answer is parsed from the narration', () => {
  expect(parseAnswer(toldAnswer(3, 'R', 3))).toMatchObject({ die: 3, source: 3, colour: 'R' });
  expect(parseAnswer(toldAnswer(5, 'K', 0))).toMatchObject({ die: 5, source: 0, colour: 'K' });
  expect(parseAnswer(toldAnswer(1, null, 1))).toMatchObject({ die: 1, source: 1, colour: null });
});

test('the automa takes its tiles, the rest goes to the centre (R-AZ-12)', () => {
  const after = applyAnswer(VIEW, parseAnswer(toldAnswer(3, 'R', 3)));
  expect(after.trays[2]).toBe('');
  expect(after.centre).toBe('KYKW');
  expect(after.pile).toEqual({ K: 1, R: 2 });
});

test('under P1 it takes the marker and no tile (R-AZ-11)', () => {
  const after = applyAnswer(VIEW, parseAnswer(toldAnswer(1, null, 1)));
  expect(after).toMatchObject({ marker: 'automa', centre: 'KYBBR', pile: { K: 1 } });
});

test('from the centre it takes the marker that lies there (R-AZ-15)', () => {
  const after = applyAnswer({ ...VIEW, marker: 'centre' }, parseAnswer(toldAnswer(2, 'K', 0)));
  expect(after).toMatchObject({ marker: 'automa', centre: 'Y', pile: { K: 2 } });
});

test('a move is animated as take, roll and answer; the last view is the server’s', () => {
  const view = { ...VIEW, score: 99 };
  const frames = animationFrames({ view: VIEW, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, toldAnswer(3, 'R', 3)]));
  expect(frames.map(({ isRolling, die }) => [isRolling, die])).toEqual([[false, null], [true, 3], [false, 3], [false, 3]]);
  expect(frames[0]!.view.lines[0]).toBe('Y');
  expect(frames[1]!.answer).toBeNull();
  expect(frames[2]!.answer).toEqual(toldAnswer(3, 'R', 3));
  expect(frames.at(-1)!.view).toBe(view);
});

const COUNT: RoundCount = {
  round: 1, tiles: [{ row: 1, column: 2, colour: 'Y', points: 1 }, { row: 2, column: 4, colour: 'R', points: 2 }],
  lost: 1, columns: [], colours: '', bonus: 0, score: 6,
};

test('the scoring goes tile by tile, then the floor', () => {
  const view = { ...VIEW, round: 2, score: 6 };
  const frames = animationFrames({ view: VIEW, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, { key: 'az.round' }], { count_of_round: COUNT }));
  expect(frames.map(({ view }) => view.score)).toEqual([4, 5, 7, 6, 6]);
  expect(frames.map(({ placed }) => placed.length)).toEqual([0, 1, 2, 2, 2]);
  expect(frames[2]!.view).toMatchObject({ lines: ['', '', '', '', ''], wall: ['Y', 'R', '', '', ''], floor: 'Y' });
  expect(frames[3]).toMatchObject({ floorCost: 1, view: { floor: '' } });
});

test('a round that the automa begins is shown with full trays before it takes', () => {
  const view = { ...VIEW, trays: ['BBR', '', 'KKKW', 'BBYY', 'RRRR', 'WWWW'], centre: 'KY', marker: 'tray' as const, pile: { K: 1, R: 2 } };
  const told = [YOU, { key: 'az.round' }, toldAnswer(2, 'R', 2)];
  const frames = animationFrames({ view: VIEW, previews: { 'cY>1': PREVIEW } }, update(view, told, { count_of_round: COUNT }));
  const full = frames.find(({ view }) => view.trays[1]);
  expect(full?.view).toMatchObject({ trays: ['BBR', 'KYRR', 'KKKW', 'BBYY', 'RRRR', 'WWWW'], centre: '', pile: { K: 1 } });
  expect(frames.at(-2)!.view).toMatchObject({ trays: view.trays, centre: 'KY', pile: view.pile });
});

test('complete columns and colours are scored at the end (R-AZ-S12)', () => {
  const view = { ...VIEW, round: 5, trays: EMPTY, score: 13 };
  const count = { ...COUNT, columns: [2], bonus: 7, score: 13 };
  const frames = animationFrames({ view: VIEW, previews: { 'cY>1': PREVIEW } }, update(view, [YOU, { key: 'az.round' }], { count_of_round: count }));
  expect(frames.at(-2)).toMatchObject({ bonus: { columns: [2] }, view: { score: 13 } });
  expect(frames.at(-3)!.view.score).toBe(6);
});

test('every other update is shown at once', () => {
  expect(animationFrames({ view: VIEW, previews: null }, update(VIEW, [{ key: 'told.undo' }]))).toHaveLength(1);
});
