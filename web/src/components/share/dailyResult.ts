/** The result of a daily deal to show to friends: it tells nothing about the cards or the moves. */
import type { DayResult, Streak } from '../../api/client';
import { scoreText } from '../../games/registry';
import { formatDay, formatDuration } from '../../i18n/format';
import { gameTitle } from '../../i18n/names';
import { m } from '../../paraglide/messages.js';

export type SharedResult = Pick<DayResult, 'game' | 'day' | 'points' | 'is_won' | 'seconds'> & { streak: Streak };

/** The lines of the result, as text and picture tell them. */
export const resultLines = ({ game, day, points, is_won, seconds, streak }: SharedResult) => ({
  heading: `${m.home()} · ${m.daily()}`,
  game: gameTitle(game),
  date: formatDay(day),
  won: is_won ? `★ ${m.daily_won()}` : '',
  points: scoreText(game, points),
  time: formatDuration(seconds),
  streak: streak.current ? m.daily_streak_line({ days: streak.current, best: streak.best }) : '',
});

export function resultText(result: SharedResult, url: string): string {
  const { heading, game, date, won, points, time, streak } = resultLines(result);
  const score = [won, points, time].filter(Boolean).join(' · ');
  return [heading, `${game}, ${date}`, score, streak, url].filter(Boolean).join('\n');
}
