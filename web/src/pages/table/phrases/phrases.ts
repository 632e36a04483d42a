/** What players can say: only the name of a phrase goes over the wire. */
import type { Said } from '../../../live/messages';
import { m } from '../../../paraglide/messages.js';

export type Phrase = Said['phrase'];

export const WORDS = ['hello', 'good_luck', 'nice_move', 'well_played', 'oops', 'one_moment', 'thanks', 'another'] as const satisfies Phrase[];
export const FACES = ['smile', 'laugh', 'surprise', 'sad', 'thinking', 'heart'] as const satisfies Phrase[];
export type Face = (typeof FACES)[number];

const TEXTS: Record<Phrase, () => string> = {
  hello: m.phrase_hello,
  good_luck: m.phrase_good_luck,
  nice_move: m.phrase_nice_move,
  well_played: m.phrase_well_played,
  oops: m.phrase_oops,
  one_moment: m.phrase_one_moment,
  thanks: m.phrase_thanks,
  another: m.phrase_another,
  smile: m.phrase_smile,
  laugh: m.phrase_laugh,
  surprise: m.phrase_surprise,
  sad: m.phrase_sad,
  thinking: m.phrase_thinking,
  heart: m.phrase_heart,
};

/** A newer server may know more phrases: those are not shown. */
export const phraseText = (phrase: string) => TEXTS[phrase as Phrase]?.() ?? '';
export const isFace = (phrase: string): phrase is Face => FACES.some((face) => face === phrase);
