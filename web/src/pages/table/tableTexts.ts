/** Texts about a table: what happened, a refusal. */
import { cardName } from '../../cards/cardNames';
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

/** Why the server refused a command. */
export function refusalText({ code, clause, text }: Refusal, game?: string): string {
  const reason = clause ? translations.of(game)[`refusal.${clause}`] : undefined;
  if (reason) return (translations.texts['s40.refused'] ?? '{motivo}').replace('{motivo}', reason);
  if (code === 'unavailable' || code === 'too_fast') return m.table_not_sent();
  if (code === 'not_your_turn') return m.table_not_your_turn();
  if (code === 'time_up' || code === 'table_over') return m.table_late();
  return m.table_refused({ text });
}
