/** The form for a new table, and the request it becomes. */
import type { GameInfo, NewTable } from '../../api/client';
import type { Difficulty } from '../../settings/settings.svelte';

/** Who takes a seat: the user, another person, or a bot by its name. */
export type SeatChoice = 'you' | 'person' | (string & {});

export type Kind = NonNullable<NewTable['kind']>;

export type NewTableForm = {
  game: string;
  kind: Kind;
  options: Record<string, string>;
  contest: Record<string, string>;
  players: number;
  /** How many players of a contest are bots. */
  bots: number;
  level: string;
  /** Of a table: one for each seat, the first is the user's. */
  seats: SeatChoice[];
  /** The names of the people at one screen, by seat; "" for the usual one. */
  names: string[];
  /** Does an option of the game say how many play? */
  hasPlayersOption: boolean;
  deal: string;
  /** Of a practice deal without a number. */
  difficulty: Difficulty;
  isPublic: boolean;
  turnSeconds: number;
  /** The number of games; 1 is no series. */
  games: number;
  /** What decides a series of contests. */
  seriesBy: 'places' | 'points';
};

/** Choices and defaults that the server does not name; it accepts any number of seconds. */
export const CONTEST_TIME_LIMITS = ['180', '300', '600', '1200'];
export const TIME_LIMITS = ['none', '600', '1200', '1800'];
export const TURN_SECONDS = [20, 60, 180, 86400, 259200, 604800];
export const SERIES_GAMES = [1, 3, 5] as const;
const DEFAULT_TURN_SECONDS = 60;

/** What can be opened, the usual choice first: a board for several is played on one screen or online. */
export function kindsOf({ seats, contest }: GameInfo): Kind[] {
  if ((seats[0] ?? 1) > 1) return ['practice', 'table'];
  return contest ? ['contest', 'practice'] : ['practice'];
}

export const initialForm = (info: GameInfo): NewTableForm => ({
  game: info.name,
  kind: kindsOf(info)[0]!,
  options: {},
  contest: {},
  players: info.default_contest_players ?? 2,
  bots: 0,
  level: info.default_bot,
  seats: Array.from({ length: info.seats[0] ?? 1 }, (_, seat) => (seat ? info.default_bot : 'you')),
  names: [],
  hasPlayersOption: info.options.some(({ name }) => name === 'players'),
  deal: '',
  difficulty: 'any',
  isPublic: true,
  turnSeconds: DEFAULT_TURN_SECONDS,
  games: 1,
  seriesBy: 'places',
});

/** Is this the number of a deal, or empty? */
export const isDealNumber = (text: string) => text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1);

function botsAt(seats: readonly number[], level: string): Record<string, string> {
  return Object.fromEntries(seats.map((seat) => [String(seat), level]));
}

function seriesOf({ games, kind, seriesBy }: NewTableForm): Pick<NewTable, 'series'> {
  if (games !== 3 && games !== 5) return {};
  return { series: { best_of: games, by: kind === 'contest' ? seriesBy : 'wins' } };
}

/** The names that were given, if several people share the screen. */
export function chosenNames(isPerson: readonly boolean[], names: readonly string[]): { names?: Record<string, string> } {
  const given = isPerson.flatMap((person, seat) => (person && names[seat]?.trim() ? [[String(seat), names[seat].trim()]] : []));
  return given.length && isPerson.filter(Boolean).length > 1 ? { names: Object.fromEntries(given) } : {};
}

export function tableRequest(form: NewTableForm): NewTable {
  const { game, kind, options } = form;
  if (kind === 'contest') {
    const lastSeats = Array.from({ length: form.bots }, (_, i) => form.players - 1 - i);
    return {
      game,
      kind,
      options,
      contest: form.contest,
      players: form.players,
      bots: botsAt(lastSeats, form.level),
      is_public: form.isPublic,
      ...seriesOf(form),
    };
  }
  const hasSeats = form.seats.length > 1;
  const bots = Object.fromEntries(
    form.seats.flatMap((choice, seat) => (choice === 'you' || choice === 'person' ? [] : [[String(seat), choice]])),
  );
  const count = form.hasPlayersOption ? { players: String(form.seats.length) } : {};
  const players = hasSeats ? { bots, options: { ...options, ...count } } : { options };
  if (kind === 'table') return { game, kind, ...players, is_public: form.isPublic, turn_seconds: form.turnSeconds, ...seriesOf(form) };
  const deal = form.deal.trim();
  const names = chosenNames(form.seats.map((choice) => choice === 'you' || choice === 'person'), form.names);
  const wish = form.difficulty === 'any' ? {} : { difficulty: form.difficulty };
  return { game, kind, ...players, ...names, ...(deal ? { deal: Number(deal) } : wish) };
}
