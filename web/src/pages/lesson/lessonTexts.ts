/** What the teacher says, in the language of the page. */
import { cardName } from '../../cards/cardNames';
import { narrate } from '../../i18n/narration';
import type { Sentence } from '../../live/messages';
import { facesOf } from '../../settings/faces';
import { languages, type Language } from '../../settings/settings.svelte';

const LOAD: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  it: () => import('../../../../src/tavolino/translations/lessons_it.toml'),
  en: () => import('../../../../src/tavolino/translations/lessons_en.toml'),
};

/** A function of the game and the sentence. */
export async function loadLessonTexts(): Promise<(game: string, said: Sentence) => string> {
  const { default: texts } = await LOAD[languages.current]();
  return (game, said) => narrate([said], { texts, names: [], card: (name) => cardName(name, facesOf(game)) });
}
