/** Entries of the catalogue of games, for tests. */
import type { GameInfo } from '../../live/messages';

const SOLO: GameInfo = {
  name: 'solitario40', version: 1, seats: [1], options: [], contest: [], contest_players: [2, 16], default_contest_players: 4, programs: ['random', 'facile', 'medio'],
  default_bot: 'medio', newcomers_bot: 'medio', winnable: [], title: {}, about: {}, texts: {}, facts: {}, has_daily: true, has_hints: true, has_par: true, has_solver: true,
  has_coach: false, has_analysis: true, has_difficulty: true, has_cards: true, faces: { it: 'napoletane', en: 'francesi' }, has_rules: true, has_lesson: true, can_give_up: false, can_lay_open: true,
};
const option = (name: string, initial: string, ...others: string[]) => ({ name, default: initial, choices: [initial, ...others] });

export const solitario40: GameInfo = { ...SOLO, options: [option('deck', '40', '52'), option('draw', '3', '1')] };
export const azulSolo: GameInfo = { ...SOLO, name: 'azul_solo', has_par: false, has_cards: false, facts: { floor_penalties: [1, 1, 2, 2, 2, 3, 3] } };
export const aftaebr: GameInfo = { ...SOLO, name: 'aftaebr', newcomers_bot: 'facile', seats: [2, 3, 4], contest: null, contest_players: null, default_contest_players: null };
/** A game of another package. */
export const noughts: GameInfo = {
  ...SOLO, name: 'noughts', seats: [2], contest: null, contest_players: null, default_contest_players: null, programs: ['random'], default_bot: 'random', newcomers_bot: 'random',
  title: { it: 'Tris', en: 'Noughts and crosses' }, about: { it: 'Tre in fila.', en: 'Three in a row.' }, texts: { it: { 'refusal.taken': 'La casella è occupata.' } },
  has_daily: false, has_hints: false, has_par: false, has_analysis: false, has_difficulty: false, has_solver: false, has_cards: false, has_rules: false, can_lay_open: false,
};
