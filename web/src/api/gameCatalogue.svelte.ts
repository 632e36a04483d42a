/** What the server says about its games (`/api/games`): titles, options, capabilities, and the texts of games that the client does not know. */
import { languages } from '../settings/settings.svelte';
import { api, type GameInfo } from './client';

type Capability = { [Key in keyof GameInfo]: GameInfo[Key] extends boolean ? Key : never }[keyof GameInfo];

/** The text in the language of the page; a game of another package may have one language only. */
const inLanguage = <T>(texts: Record<string, T> | undefined): T | undefined =>
  texts && (texts[languages.current] ?? Object.values(texts)[0]);

export class GameCatalogue {
  games = $state.raw<readonly GameInfo[]>([]);
  #loading: Promise<void> | null = null;

  /** Requests the games once; after a failure the next call tries again. */
  load(): Promise<void> {
    this.#loading ??= api.games().then(
      (games) => void (this.games = games),
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Settles when there is nothing more to wait for, loaded or not. */
  ready = (): Promise<void> => this.load().catch(() => {});

  find = (game: string): GameInfo | undefined => this.games.find(({ name }) => name === game);

  has = (game: string, capability: Capability): boolean => this.find(game)?.[capability] ?? false;

  title = (game: string): string | undefined => inLanguage(this.find(game)?.title);

  about = (game: string): string | undefined => inLanguage(this.find(game)?.about);

  /** The card faces that its players see first. */
  defaultFaces = (game: string): string | undefined => inLanguage(this.find(game)?.faces);

  /** Sentences that only this game uses. */
  texts = (game: string): Record<string, string> => inLanguage(this.find(game)?.texts) ?? {};

  defaultOption = (game: string, option: string): string | undefined =>
    this.find(game)?.options.find(({ name }) => name === option)?.default;
}

export const gameCatalogue = new GameCatalogue();
