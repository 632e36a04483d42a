import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import it from '../../../../src/tavolino/translations/it.toml';
import type { Sentence, Update } from '../../live/messages';
import { sentence } from '../../i18n/narration';
import { aftaebr } from '../samples/positions';
import { m } from '../../paraglide/messages.js';
import type { AftaebrView } from '../views';
import Board from './Board.svelte';

const NAMES = ['Anna', 'Bruno', 'Carla', 'Dario'];
/** Anna has placed a piece; Bruno cannot place any, and Carla has none left. */
const VIEW: AftaebrView = { ...aftaebr.view, hands: [[7, 6, 7, 7], [8, 6, 7, 6], [0, 0, 0, 0], [7, 7, 6, 7]], turn: 3, passed: [1] };
const TOLD: Sentence[] = [
  { key: 'af.placed', values: { giocatore: 0, number: 2, cell: 'f6' } },
  { key: 'af.pass', values: { giocatore: 1 } },
  { key: 'af.out', values: { giocatore: 2 } },
];
const UPDATE: Update = {
  type: 'update', table: 'q', board: 0, seq: 9, count: 9, id: null, actor: 3, view: VIEW, moves: aftaebr.moves, told: TOLD, last: '2@f6', can: [], notices: [],
};
const narrate = (told: Sentence[]) => told.map((one) => sentence(one, { texts: it, names: NAMES, card: String })).join(' ');

let board: Record<string, unknown>;
beforeEach(() => {
  const props = { view: VIEW, moves: aftaebr.moves, onmove: () => {}, names: NAMES, mine: [0], update: UPDATE, narrate };
  board = mount(Board, { target: document.body, props });
  flushSync();
});
afterEach(() => void unmount(board));

test('the board announces who passes and who is out, and nothing else', () => {
  expect(document.querySelector('.announcement')!.textContent!.trim()).toBe('Bruno non può posizionare pedine: passa. Carla è eliminato.');
});

test('the seats show who passed and who is out', () => {
  const states = [...document.querySelectorAll('.seat')].map((seat) => [seat.querySelector('strong')!.textContent, seat.querySelector('.state')!.textContent]);
  expect(Object.fromEntries(states)).toEqual({ Anna: '', Bruno: m.seat_passed(), Carla: m.seat_out(), Dario: m.seat_turn() });
});
