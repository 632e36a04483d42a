/** Display names of games, kinds of tables, bots, players and options. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { m } from '../paraglide/messages.js';
import { formatDuration } from './format';

export const gameTitle = (game: string): string => gameCatalogue.title(game) ?? game;

const KINDS: Record<string, () => string> = {
  practice: m.kind_practice,
  table: m.kind_table,
  contest: m.kind_contest,
  daily: m.kind_daily,
};
export const kindName = (kind: string) => KINDS[kind]?.() ?? kind;

const BOTS: Record<string, () => string> = {
  random: m.bot_random,
  greedy: m.bot_greedy,
  safe: m.bot_safe,
  facile: m.bot_facile,
  medio: m.bot_medio,
  difficile: m.bot_difficile,
  maestro: m.bot_maestro,
};
export const botName = (bot: string) => BOTS[bot]?.() ?? bot;

/** The bots that users can choose; the others exist for measurements, unless a game has no others. */
export function selectableBots(bots: readonly string[]): readonly string[] {
  const levels = bots.filter((bot) => !['random', 'greedy', 'safe'].includes(bot));
  return levels.length ? levels : bots;
}

/** Users have their own name; bots are named by their level, with a number if there are several of them. */
export const playerName = ({ name, bot }: { name: string; bot: string | null }) => (bot ? m.bot_named({ level: botName(bot) }) + name.slice(bot.length) : name);

const OPTIONS: Record<string, () => string> = {
  draw: m.option_draw,
  deck: m.option_deck,
  empty_column: m.option_empty_column,
  marker_home: m.option_marker_home,
  players: m.option_players,
  time_limit: m.option_time_limit,
  tie_rule: m.option_tie_rule,
};
export const optionName = (option: string) => OPTIONS[option]?.() ?? option;

const VALUES: Record<string, () => string> = {
  'draw 1': m.option_draw_1,
  'draw 3': m.option_draw_3,
  'deck 40': m.option_deck_40,
  'deck 52': m.option_deck_52,
  'empty_column king': m.option_empty_column_king,
  'empty_column any': m.option_empty_column_any,
  'marker_home every_round': m.option_marker_home_every_round,
  'marker_home first_round_only': m.option_marker_home_first_round_only,
  'tie_rule first_to_score': m.option_tie_rule_first_to_score,
  'tie_rule replay': m.option_tie_rule_replay,
  'time_limit none': m.option_time_limit_none,
};
export function valueName(option: string, value: string): string {
  const seconds = option === 'time_limit' ? Number(value) : NaN;
  return VALUES[`${option} ${value}`]?.() ?? (Number.isFinite(seconds) ? formatDuration(seconds) : value);
}
