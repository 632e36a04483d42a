/** Generated from schema.json by tools/message-types.ts. Do not edit. */

export type Advice = {
  move: string;
  told: Told[];
};

/** A board of AFTAEBR. Seats are numbered from 0 around the table; A is seat 0. */
export type AftaebrView = {
  /** What each seat drew; empty before the draw. */
  black: number[];
  /** 36 cells, row by row from a1: each piece its number and the letter of the seat that laid it, the bottom one first, such as 3A1B; empty cells are empty. */
  board: string[];
  /** Pieces that the last move took. */
  captured: number;
  /** What each seat chose; empty before the draw. */
  colours: (Colour | null)[];
  game: "aftaebr";
  /** For each seat how many pieces it holds of 1, 2, 3, 4. */
  hands: number[][];
  /** Seats passed over since: they could not place. */
  passed: number[];
  /** What the referee has called. */
  stopped: Stop | null;
  /** The seat to move; null before and after. */
  turn: number | null;
  /** The seats that have won; none while it goes on. */
  winners: number[];
};

/** What would you play? Practice only. */
export type AskHint = {
  count: number;
  id: string;
  table: string;
  type: "hint";
};

/** What the automa did with its last roll. */
export type AutomaAnswer = {
  /** What it rolled, 1 to 6. */
  die: number;
  /** Did it take the First Player marker? */
  marker: boolean;
  /** Which of P1 to P4 applied. */
  priority: number;
  /** The tray it took from, 1 to 6; 0: the centre. */
  source: number;
  /** What it took; nothing under P1. */
  tiles: string;
};

/** A table of Azul in solitario. Tiles are letters B Y R K W, the marker is M. */
export type AzulView = {
  /** What the automa did last; null before. */
  answer: AutomaAnswer | null;
  /** How many tiles are left in the bag. */
  bag: number;
  /** What lies in the centre. */
  centre: string;
  /** What has left the human's board, by colour. */
  discards: Record<string, number>;
  /** Up to seven pieces from the left, M for the marker. */
  floor: string;
  game: "azul_solo";
  /** The pattern lines, of 1 to 5 tiles. */
  lines: string[];
  /** Where the First Player marker is; tray: tray 1. */
  marker: Holder;
  /** Whose turn it is. */
  mover: Holder;
  /** Where each colour lies on each row, left to right. */
  pattern: string[];
  /** What the automa has taken, by colour. */
  pile: Record<string, number>;
  /** 1 to 4; 5 when the game is over. */
  round: number;
  /** The human's points so far. */
  score: number;
  /** Human and automa, as things stand. */
  scores: number[];
  /** The Colour Sequence, left to right; empty before the set-up. */
  sequence: string;
  /** Who began this round. */
  starter: Holder;
  /** What the referee has called. */
  stopped: Stop | null;
  /** Trays 1 to 6, clockwise from the top. */
  trays: string[];
  /** The colours laid on each row. */
  wall: string[];
  /** After the last round; null before, or if time was up. */
  winner: "automa" | "draw" | "human" | null;
};

/** I am here again: give me back the seat that a program plays. */
export type Back = {
  table: string;
  type: "back";
};

export type Colour = "arancione" | "azzurro" | "fucsia" | "verde";

export type Counts = {
  /** referee calls, computed again and compared */
  calls: number;
  /** chance entries, drawn again and compared */
  chance: number;
  entries: number;
  /** "time up" and "given up", which do not follow from the position */
  trusted: number;
};

export type Credentials = {
  /** Printable characters, no leading or trailing spaces. */
  name: string;
  password: string;
};

export type DailyInfo = {
  /** SHA-256 of the secret */
  commitment: string;
  committed_at: number;
  game: string;
  /** was it committed before the day began? false on a server's first day */
  is_committed_before: boolean;
  /** null if you have not begun */
  mine: MyDaily | null;
  /** number of players who have begun */
  players: number;
  /** the commitment of tomorrow's deal */
  tomorrow: string;
};

export type DailyRanking = {
  /** SHA-256 of the secret */
  commitment: string;
  committed_at: number;
  day: string;
  ends_at: number;
  game: string;
  /** was it committed before the day began? false on a server's first day */
  is_committed_before: boolean;
  /** is the day over (UTC)? */
  is_over: boolean;
  /** your own row, on whatever page it is */
  mine: DailyRow | null;
  /** number of players who have begun */
  players: number;
  /** number of players who finished within the day */
  ranked: number;
  rows: DailyRow[];
  /** revealed when the day is over */
  secret: string | null;
};

export type DailyRow = {
  is_won: boolean;
  is_you: boolean;
  /** number of the player's move that last gained points */
  last_gain: number | null;
  moves: number;
  name: string;
  place: number;
  points: number;
  /** why this player ranks below the one before: points, last_gain or lots; "" for the first */
  reason: string;
  /** path of the record; null until the day is over */
  record: string | null;
  seconds: number;
  /** null until the day is over, except for your own */
  table: string | null;
  /** path that verifies it; null until the day is over */
  verify: string | null;
};

export type DealInfo = {
  game: string;
  /** where to play it */
  link: string;
  number: number;
  options: Record<string, string>;
  /** what an onlooker sees before the first move */
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};

export type Error = {
  clause?: string | null;
  code: string;
  id?: string | null;
  table?: string | null;
  text: string;
  type: "error";
};

/** All cards to the bases, once all lie open (R-S40-47). */
export type Finish = {
  count: number;
  id: string;
  table: string;
  type: "finish";
};

export type GameInfo = {
  /** a sentence by language; may be empty */
  about: Record<string, string>;
  can_give_up: boolean;
  /** can a replay show what is hidden? */
  can_lay_open: boolean;
  /** the options of its contests, if it has them */
  contest: OptionInfo[] | null;
  /** the fewest and the most */
  contest_players: number[] | null;
  /** the one of these programs to suggest first */
  default_bot: string;
  /** numbers of the rules that a client shows */
  facts: Record<string, number[]>;
  /** whose faces a player may choose */
  has_cards: boolean;
  has_coach: boolean;
  has_daily: boolean;
  has_hints: boolean;
  /** of practice deals with default options */
  has_par: boolean;
  /** is there a page of rules? */
  has_rules: boolean;
  has_solver: boolean;
  name: string;
  options: OptionInfo[];
  /** that can play it, the weakest first */
  programs: string[];
  /** how many may sit at one board */
  seats: number[];
  /** by language and key: the sentences of a game of another package */
  texts: Record<string, Record<string, string>>;
  /** by language */
  title: Record<string, string>;
  /** rises when an old record could replay differently */
  version: number;
};

export type GameStatistics = {
  best_points: number;
  best_streak: number;
  /** wins in a row, up to the last game */
  current_streak: number;
  /** seconds; null without a win */
  fastest_win: number | null;
  game: string;
  kinds: KindTotals[];
  /** the last 50 games, oldest first */
  last_points: number[];
  mean_points: number;
  played: number;
  /** in all games together */
  seconds: number;
  won: number;
};

export type GiveUp = {
  count: number;
  id: string;
  table: string;
  type: "give_up";
};

export type Hint = {
  advice: Advice[];
  id: string;
  table: string;
  type: "hint";
};

export type History = {
  /** cursor of the next page; null on the last one */
  cursor: string | null;
  games: PastGame[];
};

/** Who or what has the First Player marker; also who is to move: the human or the automa. */
export type Holder = "automa" | "centre" | "human" | "tray";

export type Incoming = Watch | Leave | Move | Undo | Redo | Finish | GiveUp | AskHint | Back | Ping;

export type Join = {
  nonce?: string | null;
};

export type KindTotals = {
  best_points: number;
  /** seconds; null without a win */
  fastest_win: number | null;
  kind: "contest" | "daily" | "practice" | "table";
  mean_points: number;
  played: number;
  /** in all games together */
  seconds: number;
  won: number;
};

/** A tile that went from its line to the wall. */
export type LaidTile = {
  /** One of B Y R K W. */
  colour: string;
  /** 1 to 5, from the left. */
  column: number;
  /** What it was worth. */
  points: number;
  /** 1 to 5, from the top. */
  row: number;
};

/** No longer. */
export type Leave = {
  table: string;
  type: "leave";
};

/** The user of this session. */
export type Me = {
  id: string;
  /** A user without an account. */
  is_guest: boolean;
  name: string;
};

export type Move = {
  count: number;
  id: string;
  move: string;
  table: string;
  type: "move";
};

export type MyDaily = {
  is_won: boolean | null;
  phase: "countdown" | "lobby" | "over" | "playing";
  /** provisional until the day is over */
  place: number | null;
  /** null until the game is over */
  points: number | null;
  table: string;
};

export type MyTable = {
  table: string;
};

export type NewName = {
  /** Printable characters, no leading or trailing spaces. */
  name: string;
};

export type NewPassword = {
  new: string;
  old: string;
};

/** A table to be opened; who asks is its host and sits down. */
export type NewTable = {
  /** Bots at seats, which are numbered from 0. */
  bots?: Record<string, string>;
  /** Options of the contest. */
  contest?: Record<string, string>;
  deal?: number | null;
  /** As in /api/games. */
  game: string;
  /** Listed for everybody while it waits. */
  is_public?: boolean;
  /** Practice has undo and hints, alone or with programs; a table is a game of several players; a contest is one deal for everybody, of a game with one seat. */
  kind?: "contest" | "practice" | "table";
  nonce?: string | null;
  onlookers?: "boards" | "none" | "standings" | null;
  /** Options of the game. */
  options?: Record<string, string>;
  players?: number | null;
  turn_seconds?: number | null;
};

/** A board of nove colonne. */
export type NoveColonneView = {
  /** The rank that each base has reached, in the order D H C S; 0: empty. */
  bases: number[];
  /** May all cards that are left go to the bases by themselves? */
  can_finish: boolean;
  /** The cards of each column, from the buried end to the free end. */
  columns: string[][];
  /** How it ended; null while it goes on. */
  ended: "given up" | "lost" | "time up" | "won" | null;
  game: "nove_colonne";
  /** How many cards of each column are still face down. */
  hidden: number[];
  /** The six places; null once the card is gone. */
  reserve: (string | null)[];
  /** Cards on the bases, aces included. */
  score: number;
  /** What the referee has called. */
  stopped: Stop | null;
  /** The card that shows on each base, in the same order. */
  tops: (string | null)[];
};

export type OptionInfo = {
  /** the values it may have; null: a positive number of seconds */
  choices: string[] | null;
  default: string;
  name: string;
};

export type Outgoing = Welcome | TableInfo | Update | Standings | Hint | Error | Pong;

export type Par = {
  game: string;
  number: number;
  /** what a bot of medium strength reaches that sees what a player sees */
  points: number;
};

export type PastGame = {
  created_at: number;
  /** of a daily deal */
  day: string | null;
  /** the number of a practice deal */
  deal: number | null;
  ended_at: number | null;
  game: string;
  kind: "contest" | "daily" | "practice" | "table";
  options: Record<string, string>;
  phase: "countdown" | "lobby" | "over" | "playing";
  sitters: PastPlayer[];
  starts_at: number | null;
  table: string;
};

/** A player of a game, with the result. */
export type PastPlayer = {
  /** the bot at this seat; null for a user */
  bot: string | null;
  is_won?: boolean | null;
  is_you: boolean;
  moves?: number | null;
  name: string;
  place?: number | null;
  player: number;
  /** null until the game is over */
  points?: number | null;
  seconds?: number | null;
};

export type Ping = {
  id: string;
  type: "ping";
};

/** A board of any game. Seats are numbered from 0. */
export type PlainView = {
  game: "plain";
  /** Has the game ended? */
  is_over: boolean;
  /** The game, as in /api/games. */
  name: string;
  /** The position in the game's own notation; may have several lines. */
  position: string;
  /** As things stand. */
  scores: number[];
  /** The seat to move; null before and after. */
  turn: number | null;
  /** The seats that have won; none while it goes on. */
  winners: number[];
};

export type Pong = {
  id: string;
  now: number;
  type: "pong";
};

/** What a move does to the human's board, before anybody moves again. */
export type Preview = {
  /** What the whole floor then costs. */
  cost: number;
  /** Tiles that fall to the floor, without the marker. */
  floor: number;
  /** Tiles that go to the line. */
  line: number;
  /** Does the First Player marker come along? */
  marker: boolean;
  /** Tiles for which the floor has no room: they cost nothing. */
  out: number;
  /** If the line is then complete: what its tile is worth at the end of the round, with the other lines as they are. */
  points: number | null;
};

/** Why a request was refused. A refused request has changed nothing. */
export type Problem = {
  /** Machine-readable. */
  code: string;
  /** One sentence, in English. */
  text: string;
};

export type PublicTables = {
  tables: TableInfo[];
};

export type Redo = {
  count: number;
  id: string;
  table: string;
  type: "redo";
};

export type Replay = {
  board: number;
  boards: number;
  game: string;
  /** are hidden cards shown? */
  is_open: boolean;
  names: string[];
  options: Record<string, string>;
  steps: ReplayStep[];
  /** number of steps, step 0 included */
  total: number;
};

export type ReplayStanding = {
  place: number;
  player: number;
  points: number;
};

export type ReplayStep = {
  /** the line of the record; a deal only once it may be revealed */
  entry: string | null;
  /** 0 is the position before the first entry */
  number: number;
  /** the scores on this board */
  points: number[];
  /** number of log entries so far, of all boards */
  seq: number;
  /** of a contest, at this step */
  standings: ReplayStanding[] | null;
  told: Told[];
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};

/** The count of a round, in the order in which it is made. */
export type RoundCount = {
  /** What complete columns and colours have earned. */
  bonus: number;
  /** Complete colours after the last round, 10 points each. */
  colours: string;
  /** Complete columns after the last round, 7 points each. */
  columns: number[];
  /** What the floor cost, never more than there was. */
  lost: number;
  /** The round that ended, 1 to 4. */
  round: number;
  /** The human's points after all this. */
  score: number;
  /** What went to the wall, row by row. */
  tiles: LaidTile[];
};

export type Row = {
  last_gain: number | null;
  moves: number;
  place: number;
  player: number;
  points: number;
  reason: string;
  state: "over" | "playing" | "solved" | "stall" | "time_up";
};

export type SeatBot = {
  bot: string;
};

export type SeatInfo = {
  bot: string | null;
  is_away: boolean;
  is_here: boolean;
  is_host: boolean;
  is_you: boolean;
  name: string;
  player: number;
};

/** A board of the Solitario with 40 cards. */
export type Solitario40View = {
  /** The rank that each base has reached, in the order D H C S; 0: empty. */
  bases: number[];
  /** May all cards that are left go to the bases by themselves? */
  can_finish: boolean;
  /** The cards of each column, from the buried end to the free end. */
  columns: string[][];
  /** How it ended; null while it goes on. */
  ended: "solved" | "stall" | "time up" | null;
  game: "solitario40";
  /** How many cards of each column are still face down. */
  hidden: number[];
  /** The turned cards; the last is on top. */
  mazzetto: string[];
  /** How many cards are left to turn. */
  mazzo: number;
  /** What the board is worth now. */
  points: number;
  /** What the referee has called. */
  stopped: Stop | null;
  /** The card that shows on each base, in the same order. */
  tops: (string | null)[];
};

/** The ranking of a contest, gathered for a moment so that many moves make one message. */
export type Standings = {
  is_final: boolean;
  mossa: number;
  replays: number;
  rows: Row[];
  seq: number;
  table: string;
  type: "standings";
};

export type Statistics = {
  /** games with at least one result */
  games: GameStatistics[];
};

/** What the referee may call on a board. */
export type Stop = "endless" | "given up" | "stall" | "time up";

/** Everything about a table but its positions; sent when any of it changes. */
export type TableInfo = {
  boards: number[];
  commitment: string | null;
  contest: Record<string, string> | null;
  day: string | null;
  deal: number | null;
  ended_at: number | null;
  ends_at: number | null;
  game: string;
  is_host: boolean;
  is_public: boolean;
  kind: "contest" | "daily" | "practice" | "table";
  onlookers: "boards" | "none" | "standings";
  options: Record<string, string>;
  phase: "countdown" | "lobby" | "over" | "playing";
  players: number;
  rematch: string | null;
  seats: SeatInfo[];
  secret: string | null;
  starts_at: number | null;
  table: string;
  turn_seconds: number | null;
  type: "table";
  watching: number;
  yours: number[];
};

export type Today = {
  day: string;
  ends_at: number;
  games: DailyInfo[];
};

export type Told = {
  key: string;
  values?: Record<string, string | number | number | Told | (string | number | number | Told)[]>;
};

/** Take my last move back; practice only, as ``redo`` and ``hint``. */
export type Undo = {
  count: number;
  id: string;
  table: string;
  type: "undo";
};

/** A position, after something happened on a board. */
export type Update = {
  actor: number | null;
  board: number;
  can: string[];
  count: number;
  count_of_round?: RoundCount | null;
  id: string | null;
  last: string | null;
  moves: string[];
  notices: string[];
  previews?: Record<string, Preview> | null;
  seq: number;
  table: string;
  told: Told[];
  turn_ends_at?: number | null;
  type: "update";
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};

export type Upload = {
  created_at: number;
  game: string;
  id: string;
  names: string[];
};

export type Uploaded = {
  created_at: number;
  game: string;
  id: string;
  names: string[];
  verdict: Verification;
};

export type Uploads = {
  /** cursor of the next page; null on the last one */
  cursor: string | null;
  records: Upload[];
};

export type Verification = {
  counts: Counts;
  /** null if the seed is secret: the record cannot be verified */
  is_genuine: boolean | null;
  /** why not; empty if genuine */
  why: string;
};

/** Tell me about this table from now on, as a player or an onlooker. */
export type Watch = {
  table: string;
  type: "watch";
};

/** The first frame of a connection. */
export type Welcome = {
  is_guest: boolean;
  name: string;
  now: number;
  person: string;
  protocol?: number;
  type: "welcome";
};
