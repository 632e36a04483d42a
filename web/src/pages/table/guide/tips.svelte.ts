/** Tips: what has just happened, explained to a newcomer in a sentence, each once. */
import { untrack } from 'svelte';
import { gameModule } from '../../../games/registry';
import type { LiveTable } from '../../../live/liveTable.svelte';
import type { Sentence } from '../../../live/messages';
import { settings } from '../../../settings/settings.svelte';
import { isTipSeen, saveTipSeen } from '../../../settings/seenTips';

/** A sentence and those inside it: why the automa took its tiles is a part of what it did. */
const keysOf = (sentence: Sentence): string[] => [
  sentence.key,
  ...Object.values(sentence.values ?? {}).flatMap((value) => (typeof value === 'object' && 'key' in value ? keysOf(value) : [])),
];

/** Pretended sentence: the user tried what the rules do not allow. */
export const ILLEGAL = 'illegal';

export class Tips {
  text = $state('');
  #table: LiveTable;

  /** Call during initialisation of the table page. */
  constructor(table: LiveTable) {
    this.#table = table;
    let count: number | undefined;
    let wasMyTurn = false;
    $effect(() => {
      const { update, isAnimating, isMyTurn } = table;
      if (!update || isAnimating || update.count === count) return;
      // What the user opens for the first time is no news.
      const isNews = count !== undefined && update.count > count;
      if (wasMyTurn) this.text = '';
      [count, wasMyTurn] = [update.count, isMyTurn];
      if (isNews) untrack(() => this.show(update.told.flatMap(keysOf)));
    });
  }

  /** The first tip about any of this that the user has not seen. */
  show(keys: readonly string[]): void {
    const game = this.#table.view?.game;
    if (!settings.tips || !game || !this.#table.isMine) return;
    const tips = gameModule(game).tips ?? {};
    const key = keys.find((one) => tips[one] && !isTipSeen(game, one));
    if (!key) return;
    saveTipSeen(game, key);
    this.text = tips[key]!();
  }

  dismiss = (): void => void (this.text = '');
}
