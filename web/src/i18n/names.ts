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

/** The kind of a table with its variant, which players must know before they sit down (R-S40-33). */
export const tableName = ({ kind, contest }: { kind: string; contest: Record<string, string> | null }) =>
  contest?.['tie_rule'] === 'replay' ? `${kindName(kind)}, ${m.variant_untimed()}` : kindName(kind);

const BOTS: Record<string, () => string> = {
  random: m.bot_random,
  greedy: m.bot_greedy,
  safe: m.bot_safe,
  facile: m.bot_facile,
  medio: m.bot_medio,
  difficile: m.bot_difficile,
  maestro: m.bot_maestro,
};
/** The second bot of a level has a number: «medio 2». */
const parseBot = (name: string) => /^(\w+)( \d+)?$/.exec(name) ?? [];
export function botName(bot: string): string {
  const [, level = '', number = ''] = parseBot(bot);
  return BOTS[level] ? BOTS[level]() + number : bot;
}

/** A player of a record, which has the names only. */
export function recordedPlayer(name: string): { name: string; bot: string | null } {
  const [, level = ''] = parseBot(name);
  return { name, bot: BOTS[level] ? level : null };
}

/** The bots that users can choose; the others exist for measurements, unless a game has no others. */
export function selectableBots(bots: readonly string[]): readonly string[] {
  const levels = bots.filter((bot) => !['random', 'greedy', 'safe'].includes(bot));
  return levels.length ? levels : bots;
}

/** The server's name for players who have deleted their account. */
const REMOVED = 'giocatore rimosso';
export const personName = (name: string) => (name === REMOVED ? m.removed_player() : name);

/** Users have their own name; bots are named by their level, with a number if there are several of them. */
export const playerName = ({ name, bot }: { name: string; bot: string | null }) => (bot ? m.bot_named({ level: botName(bot) }) + name.slice(bot.length) : personName(name));

/** With an article, for bots: «vince il bot medio». */
export const nameInSentence = (seat: { name: string; bot: string | null }) => (seat.bot ? m.bot_the({ name: playerName(seat) }) : playerName(seat));

/** At the beginning of a sentence: «Il bot medio gioca ancora». */
export function subjectName(seat: { name: string; bot: string | null }): string {
  const name = nameInSentence(seat);
  return seat.bot ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** Card games have deals, other games are simply played. */
const hasDeals = (game: string) => gameCatalogue.has(game, 'has_cards');
export const newGameName = (game: string) => (hasDeals(game) ? m.table_new() : m.table_new_game());
export const dealName = (game: string, number: number) => (hasDeals(game) ? m.table_deal({ number }) : m.table_game_deal({ number }));

/** «al meglio delle 3, somma dei posti». */
export function seriesName({ best_of, by }: { best_of: number; by: 'wins' | 'places' | 'points' }): string {
  const name = m.series_best_of({ games: best_of });
  return by === 'wins' ? name : `${name}, ${by === 'places' ? m.series_by_places() : m.series_by_points()}`;
}

const OPTIONS: Record<string, () => string> = {
  draw: m.option_draw,
  deck: m.option_deck,
  empty_column: m.option_empty_column,
  marker_home: m.option_marker_home,
  players: m.option_players,
  time_limit: m.option_time_limit,
  tie_rule: m.option_tie_rule,
  deals: m.option_deals,
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
  'deals any': m.option_deals_any,
  'deals winnable': m.option_deals_winnable,
  'time_limit none': m.option_time_limit_none,
};
export function valueName(option: string, value: string): string {
  const seconds = option === 'time_limit' ? Number(value) : NaN;
  return VALUES[`${option} ${value}`]?.() ?? (Number.isFinite(seconds) ? formatDuration(seconds) : value);
}
