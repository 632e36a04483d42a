/** Texts about a table: what happened, a hint, a refusal. */
import { cardName } from '../../cards/cardNames';
import type { GameView } from '../../games/views';
import { parsePiece, tileName } from '../../games/azul_solo/tiles';
import { parseMove } from '../../games/board/moveNotation';
import { translations } from '../../i18n/translations.svelte';
import type { Error as Refusal, TableInfo, Sentence } from '../../live/messages';
import { narrate, type NarrationContext } from '../../i18n/narration';
import { playerName } from '../../i18n/names';
import { settings } from '../../settings/settings.svelte';
import { m } from '../../paraglide/messages.js';

const narrationContext = (info: TableInfo | null): NarrationContext => ({
  texts: translations.of(info?.game),
  names: info?.seats.map(playerName) ?? [],
  card: (name) => cardName(name, settings.faces),
});

export const narrateTable = (told: readonly Sentence[], info: TableInfo | null) => narrate(told, narrationContext(info));

/** A move of a hint: «sette di spade alla colonna 3». */
export function moveText(move: string, game: GameView['game']): string {
  if (game === 'plain') return move;
  const { piece, to } = parseMove(move) ?? {};
  if (!piece || !to) return move === 'turn' ? m.table_hint_turn() : move === 'redeal' ? m.table_hint_redeal() : move;
  if (game === 'aftaebr') return m.table_hint_place({ number: piece, cell: to });
  if (game === 'azul_solo') {
    const { tray, colour } = parsePiece(piece);
    const taken = { colour: tileName(colour), where: tray ? m.tray({ number: tray }) : m.centre() };
    return to === 'f' ? m.table_hint_floor(taken) : m.table_hint_line({ ...taken, line: to });
  }
  const card = cardName(piece, settings.faces);
  return to === 'b' ? m.table_hint_base({ card }) : m.table_hint_column({ card, column: to });
}

/** Why the server refused a command. */
export function refusalText({ code, clause, text }: Refusal, game?: string): string {
  const reason = clause ? translations.of(game)[`refusal.${clause}`] : undefined;
  if (reason) return (translations.texts['s40.refused'] ?? '{motivo}').replace('{motivo}', reason);
  if (code === 'unavailable' || code === 'too_fast') return m.table_not_sent();
  if (code === 'not_your_turn') return m.table_not_your_turn();
  if (code === 'time_up' || code === 'table_over') return m.table_late();
  return m.table_refused({ text });
}
