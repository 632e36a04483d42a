/** Positions outside a live table: the server sends them over HTTP and judges every move. */
import { cardName } from '../../cards/cardNames';
import type { BoardUpdate } from '../../games/gameModule';
import { gameModule } from '../../games/registry';
import type { GameView } from '../../games/views';
import { narrate } from '../../i18n/narration';
import { translations } from '../../i18n/translations.svelte';
import type { Sentence, Update } from '../../live/messages';
import { facesOf } from '../../settings/faces';

/** A position of `server/views/position.py`. */
export type Position = BoardUpdate & Pick<Update, 'actor' | 'moves'>;

/** The names of the seats where no players have any: those of their colours. */
export function seatNames(view: GameView | undefined): string[] {
  const texts = translations.of(view?.game);
  const keys = (view && gameModule(view.game).seatNames?.(view)) ?? [];
  return keys.map((key) => capitalize(texts[key] ?? ''));
}
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What happened, as one text. */
export const narrateSentences = (sentences: readonly Sentence[], game: string, names: readonly string[]): string =>
  narrate(sentences, { texts: translations.of(game), names, card: (name) => cardName(name, facesOf(game)) });
