/** Which games can be analysed: finished ones, and a daily deal only when its day is over. */
import { gameCatalogue } from '../../api/gameCatalogue.svelte';

type Played = { game: string; phase: string; day?: string | null };

export function canAnalyse({ game, phase, day }: Played, now = new Date()): boolean {
  const isDayOver = !day || day < now.toISOString().slice(0, 10);
  return phase === 'over' && isDayOver && gameCatalogue.has(game, 'has_analysis');
}
