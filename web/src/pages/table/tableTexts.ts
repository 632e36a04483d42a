/** Texts about a table: what happened, a refusal. */
import { codeText } from '../../api/errorText';
import { cardName } from '../../cards/cardNames';
import { translations } from '../../i18n/translations.svelte';
import type { Error as Refusal, TableInfo, Sentence } from '../../live/messages';
import { narrate, type NarrationContext } from '../../i18n/narration';
import { nameInSentence } from '../../i18n/names';
import { facesOf } from '../../settings/faces';
import { m } from '../../paraglide/messages.js';

const narrationContext = (info: TableInfo | null): NarrationContext => ({
  texts: translations.of(info?.game),
  names: info?.seats.map(nameInSentence) ?? [],
  card: (name) => cardName(name, facesOf(info?.game)),
});

export const narrateTable = (sentences: readonly Sentence[], info: TableInfo | null) => narrate(sentences, narrationContext(info));

/** In practice one gives up; elsewhere one is done, and the points stand (RULES 8.14). */
export const giveUpText = ({ kind }: TableInfo) => (kind === 'practice' ? m.table_give_up() : m.table_done());

/** The button after the end of a game: a rematch, or the next game of a series. */
export function rematchText({ series, rematch }: TableInfo): string {
  if (series && !series.is_decided) return m.series_next({ number: series.number + 1, games: series.best_of });
  return rematch ? m.table_to_rematch() : m.table_rematch();
}

/** Why the server refused a command. */
export function refusalText({ code, clause, text }: Refusal, game?: string): string {
  const reason = clause ? translations.of(game)[`refusal.${clause}`] : undefined;
  if (reason) return (translations.texts['s40.refused'] ?? '{motivo}').replace('{motivo}', reason);
  if (code === 'unavailable' || code === 'too_fast') return m.table_not_sent();
  if (code === 'table_over') return m.table_late();
  return codeText(code, text);
}

/** Why a player is behind another with the same points; the user is addressed. */
export const standingReason = (reason: string, isUser: boolean): string =>
  (isUser ? translations.texts[`standing_you.${reason}`] : undefined) ?? translations.texts[`standing.${reason}`] ?? '';
