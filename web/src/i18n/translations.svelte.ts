/** The server's translations of the narration, in the language of the page, loaded when first needed. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { languages, type Language } from '../settings/settings.svelte';

const LOAD: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  it: () => import('../../../src/tavolino/translations/it.toml'),
  en: () => import('../../../src/tavolino/translations/en.toml'),
};

class Translations {
  texts = $state.raw<Record<string, string>>({});

  /** With the sentences that a game of another package brings along. */
  of(game: string | undefined): Record<string, string> {
    const own = game === undefined ? {} : gameCatalogue.texts(game);
    return Object.keys(own).length ? { ...own, ...this.texts } : this.texts;
  }

  /** Keeps `texts` in the current language. Call during component initialisation. */
  followLanguage(): void {
    $effect(() => {
      const language = languages.current;
      void LOAD[language]().then(({ default: texts }) => {
        if (language === languages.current) this.texts = texts;
      });
    });
  }
}

export const translations = new Translations();
