/** The sentences of the games in the language of the page, loaded when first needed. */
import { languages, type Language } from '../settings.svelte';

const LOAD: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  it: () => import('../../../src/tavolino/translations/it.toml'),
  en: () => import('../../../src/tavolino/translations/en.toml'),
};

class Catalogue {
  texts = $state.raw<Record<string, string>>({});

  /** Call while a component starts. */
  follow(): void {
    $effect(() => {
      const language = languages.current;
      void LOAD[language]().then(({ default: texts }) => {
        if (language === languages.current) this.texts = texts;
      });
    });
  }
}

export const catalogue = new Catalogue();
