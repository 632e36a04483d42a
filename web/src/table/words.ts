/** What a game tells, in the words of the page. */
import { spoken } from '../cards/names';
import type { Picture } from '../games/board';
import { source, tileName } from '../games/azul_solo/tiles';
import { parts } from '../games/pick';
import { catalogue } from '../live/catalogue.svelte';
import type { Error as Refused, TableInfo, Told } from '../live/messages';
import { sentence, type Words } from '../live/told';
import { sitterName } from '../parts/words';
import { settings } from '../settings.svelte';
import { m } from '../texts/messages.js';

export const words = (info: TableInfo | null): Words => ({
  texts: catalogue.texts,
  names: info?.seats.map(sitterName) ?? [],
  card: (name) => spoken(name, settings.faces),
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const told = (said: readonly Told[], info: TableInfo | null) =>
  said.map((one) => capital(sentence(one, words(info)))).filter(Boolean).join(' ');

/** A move of a hint: «sette di spade alla colonna 3». */
export function moveInWords(move: string, game: Picture['game']): string {
  const { piece, to } = parts(move) ?? {};
  if (game === 'plain') return move;
  if (!piece || !to) return move === 'turn' ? m.table_hint_turn() : move === 'redeal' ? m.table_hint_redeal() : move;
  if (game === 'aftaebr') return m.table_hint_place({ number: piece, cell: to });
  if (game === 'azul_solo') {
    const { tray, colour } = source(piece);
    const taken = { colour: tileName(colour), where: tray ? m.tray({ number: tray }) : m.centre() };
    return to === 'f' ? m.table_hint_floor(taken) : m.table_hint_line({ ...taken, line: to });
  }
  const card = spoken(piece, settings.faces);
  return to === 'b' ? m.table_hint_base({ card }) : m.table_hint_column({ card, column: to });
}

/** Why the server did not do it, in a few words. */
export function refusal({ code, clause, text }: Refused): string {
  const why = clause ? catalogue.texts[`refusal.${clause}`] : undefined;
  if (why) return (catalogue.texts['s40.refused'] ?? '{motivo}').replace('{motivo}', why);
  if (code === 'unavailable' || code === 'too_fast') return m.table_not_sent();
  if (code === 'not_your_turn') return m.table_not_your_turn();
  if (code === 'time_up' || code === 'table_over') return m.table_late();
  return m.table_refused({ text });
}
