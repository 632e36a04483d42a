/** Positions outside a live table: the server sends them over HTTP and judges every move. */
import { cardName } from '../../cards/cardNames';
import type { BoardUpdate } from '../../games/gameModule';
import { narrate } from '../../i18n/narration';
import { translations } from '../../i18n/translations.svelte';
import type { Sentence, Update } from '../../live/messages';
import { facesOf } from '../../settings/faces';

/** A position of `server/views/position.py`. */
export type Position = BoardUpdate & Pick<Update, 'actor' | 'moves'>;

/** What happened, as one text. */
export const narrateTold = (told: readonly Sentence[], game: string, names: readonly string[]): string =>
  narrate(told, { texts: translations.of(game), names, card: (name) => cardName(name, facesOf(game)) });
