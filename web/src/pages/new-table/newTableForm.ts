/** The form for a new table, and the request it becomes. */
import type { GameInfo, NewTable } from '../../api/client';

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
  /** Does an option of the game say how many play? */
  hasPlayersOption: boolean;
  deal: string;
  isPublic: boolean;
  turnSeconds: number;
};

/** Choices and defaults that the server does not name; it accepts any number of seconds. */
export const CONTEST_TIME_LIMITS = ['180', '300', '600', '1200'];
export const TIME_LIMITS = ['none', '600', '1200', '1800'];
export const TURN_SECONDS = [20, 60, 180, 86400];
const DEFAULT_TURN_SECONDS = 60;
const DEFAULT_CONTEST_PLAYERS = 4;

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
  players: DEFAULT_CONTEST_PLAYERS,
  bots: 0,
  level: info.default_bot,
  seats: Array.from({ length: info.seats[0] ?? 1 }, (_, seat) => (seat ? info.default_bot : 'you')),
  hasPlayersOption: info.options.some(({ name }) => name === 'players'),
  deal: '',
  isPublic: true,
  turnSeconds: DEFAULT_TURN_SECONDS,
});

/** Is this the number of a deal, or empty? */
export const isDealNumber = (text: string) => text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1);

function botsAt(seats: readonly number[], level: string): Record<string, string> {
  return Object.fromEntries(seats.map((seat) => [String(seat), level]));
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
    };
  }
  const hasSeats = form.seats.length > 1;
  const bots = Object.fromEntries(
    form.seats.flatMap((choice, seat) => (choice === 'you' || choice === 'person' ? [] : [[String(seat), choice]])),
  );
  const count = form.hasPlayersOption ? { players: String(form.seats.length) } : {};
  const players = hasSeats ? { bots, options: { ...options, ...count } } : { options };
  if (kind === 'table') return { game, kind, ...players, is_public: form.isPublic, turn_seconds: form.turnSeconds };
  const deal = form.deal.trim();
  return deal ? { game, kind, ...players, deal: Number(deal) } : { game, kind, ...players };
}
