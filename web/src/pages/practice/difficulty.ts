/** Which deals a player wants in practice. */
import { gameCatalogue } from '../../api/gameCatalogue.svelte';
import type { DealClassInfo } from '../../api/client';
import { m } from '../../paraglide/messages.js';
import { DIFFICULTIES, settings, type Difficulty } from '../../settings/settings.svelte';

const NAMES: Record<Difficulty, () => string> = {
  any: m.difficulty_any,
  winnable: m.difficulty_winnable,
  easy: m.difficulty_easy,
  medium: m.difficulty_medium,
  hard: m.difficulty_hard,
};

export const difficultyChoices = () => DIFFICULTIES.map((value) => ({ value, text: NAMES[value]() }));

/** The choice that the player made last; games without a solver deal anything. */
export const difficultyOf = (game: string): Difficulty =>
  (gameCatalogue.has(game, 'has_difficulty') && settings.difficulty[game]) || 'any';

export function chooseDifficulty(game: string, difficulty: Difficulty): void {
  settings.difficulty = { ...settings.difficulty, [game]: difficulty };
}

/** What kind of deal a number is, as a sentence. */
export function classText({ winnable, difficulty }: Pick<DealClassInfo, 'winnable' | 'difficulty'>): string {
  if (winnable === null) return m.deal_class_unknown();
  if (!winnable) return m.deal_class_impossible();
  const texts = { easy: m.deal_class_easy, medium: m.deal_class_medium, hard: m.deal_class_hard };
  return difficulty ? texts[difficulty]() : m.deal_class_winnable();
}
