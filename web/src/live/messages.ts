/** Generated from schema.json by tools/message-types.ts. Do not edit. */

export type AdvisedMove = {
  move: string;
  told: Sentence[];
};

/** A board of AFTAEBR. Seats are numbered from 0 around the table; A is seat 0. */
export type AftaebrView = {
  /** The black piece of each seat; empty before the draw. */
  black: number[];
  /** 36 cells, row by row from a1, each a stack from the bottom: the number of each piece and the letter of the seat that placed it, such as 3A1B. */
  board: string[];
  /** The number of pieces captured by the last move. */
  captured: number;
  /** The colour of each seat; empty before the draw. */
  colours: (Colour | null)[];
  game: "aftaebr";
  /** For each seat, its number of pieces 1, 2, 3, 4. */
  hands: number[][];
  /** Seats passed over since then: they could not place. */
  passed: number[];
  /** The referee's call, if any. */
  stopped: Stop | null;
  /** The seat to move; null before and after the game. */
  turn: number | null;
  /** The seats that have won. */
  winners: number[];
};

export type Analysed = {
  /** Null until it is done. */
  analysis?: Analysis | null;
  /** The number of a practice deal. */
  deal: number | null;
  names: string[];
  options: Record<string, string>;
  /** The share of the work that is done, 0 to 1. */
  progress: number;
  /** The step of the replay that shows each position. */
  steps?: number[];
  /** The game in a few sentences. */
  summary?: Sentence[];
  /** The moments in sentences. */
  told?: DescribedMoment[];
};

export type Analysis = {
  board: number;
  curve?: number[];
  game: string;
  moments: Moment[];
  most?: number | null;
  points: number[];
  positions: AnalysisPosition[];
};

/** Ask for a hint; practice only. */
export type AskHint = {
  count: number;
  id: string;
  table: string;
  type: "hint";
};

/** The position after your last move, and after the replies to it. */
export type Attempted = {
  /** Has this attempt decided it? */
  is_new: boolean;
  /** Your rating and counts, once decided. */
  mine: MyStats | null;
  moves_left: number | null;
  positions: PositionPosition[];
  /** The result that counts, once decided. */
  result: MyResult | null;
  /** Why it is solved, or has failed. */
  told: Sentence[];
  verdict: Verdict;
};

/** The Automa's last turn. */
export type AutomaAnswer = {
  /** Its roll, 1 to 6. */
  die: number;
  /** Did it take the First Player marker? */
  marker: boolean;
  /** Which of P1 to P4 applied. */
  priority: number;
  /** The tray it took from, 1 to 6; 0 is the centre. */
  source: number;
  /** The tiles it took; none under P1. */
  tiles: string;
};

/** A board of Azul in solitario. Tiles are the letters B Y R K W, the marker is M. */
export type AzulView = {
  /** The Automa's last turn; null before its first. */
  answer: AutomaAnswer | null;
  /** The number of tiles in the bag. */
  bag: number;
  /** The tiles in the centre. */
  centre: string;
  /** The tiles discarded from the human's board, by colour. */
  discards: Record<string, number>;
  /** Up to seven pieces from the left, M for the marker. */
  floor: string;
  game: "azul_solo";
  /** The pattern lines, of 1 to 5 tiles. */
  lines: string[];
  /** Where the First Player marker is; tray means tray 1. */
  marker: Holder;
  /** Whose turn it is. */
  mover: Holder;
  /** The colours of the spaces of each row, left to right. */
  pattern: string[];
  /** The tiles the Automa has taken, by colour. */
  pile: Record<string, number>;
  /** 1 to 4; 5 when the game is over. */
  round: number;
  /** The human's points. */
  score: number;
  /** Current scores of the human and the Automa. */
  scores: number[];
  /** The Colour Sequence, left to right; empty before the set-up. */
  sequence: string;
  /** Who started this round. */
  starter: Holder;
  /** The referee's call, if any. */
  stopped: Stop | null;
  /** Trays 1 to 6, clockwise from the top. */
  trays: string[];
  /** The colours placed on each row. */
  wall: string[];
  /** Null before the end of the last round, or if time was up. */
  winner: "automa" | "draw" | "human" | null;
};

/** Take the seat back from the bot that plays for the user. */
export type Back = {
  table: string;
  type: "back";
};

export type BlockedUser = {
  id: string;
  name: string;
};

export type Colour = "arancione" | "azzurro" | "fucsia" | "verde";

export type Counts = {
  /** Referee calls, computed again and compared. */
  calls: number;
  /** Chance entries, drawn again and compared. */
  chance: number;
  entries: number;
  /** "Time up" and "given up", which do not follow from the position. */
  trusted: number;
};

export type Credentials = {
  /** Printable characters, no leading or trailing spaces. */
  name: string;
  password: string;
};

export type DailyInfo = {
  /** SHA-256 of the secret. */
  commitment: string;
  committed_at: number;
  game: string;
  /** Was it committed before the day began? False on a server's first day. */
  is_committed_before: boolean;
  /** Null if you have not started. */
  mine: MyDaily | null;
  /** Number of players who have started. */
  players: number;
  /** The commitment of tomorrow's deal. */
  tomorrow: string;
};

export type DailyRanking = {
  /** SHA-256 of the secret. */
  commitment: string;
  committed_at: number;
  day: string;
  ends_at: number;
  game: string;
  /** Was it committed before the day began? False on a server's first day. */
  is_committed_before: boolean;
  /** Is the day over (UTC)? */
  is_over: boolean;
  /** Your own row, also on other pages. */
  mine: DailyRow | null;
  /** Number of players who have started. */
  players: number;
  /** Number of players who finished within the day, after a move. */
  ranked: number;
  rows: DailyRow[];
  /** Revealed when the day is over. */
  secret: string | null;
};

export type DailyRow = {
  is_won: boolean;
  is_you: boolean;
  /** Number of the player's move that last gained points. */
  last_gain: number | null;
  moves: number;
  name: string;
  place: number;
  points: number;
  /** Why this player ranks below the one before: points, last_gain or lots; "" for the first. */
  reason: string;
  /** Path of the record; null until the day is over. */
  record: string | null;
  seconds: number;
  /** Null until the day is over, except for your own. */
  table: string | null;
  /** Path that verifies it; null until the day is over. */
  verify: string | null;
};

export type DayPuzzle = {
  day: string;
  game: string;
  /** Null if you have not tried it. */
  is_solved: boolean | null;
  puzzle: string;
  /** Days in a row on which you solved the puzzle of the day. */
  streak: number;
};

export type DayResult = {
  day: string;
  game: string;
  is_won: boolean;
  moves: number;
  points: number;
  seconds: number;
  table: string;
};

export type DealClassInfo = {
  /** Of a deal that can be won, by docs/playing/deals.md. */
  difficulty: Difficulty | null;
  game: string;
  number: number;
  /** Null if the solver did not decide it within its budget. */
  winnable: boolean | null;
};

export type DealInfo = {
  game: string;
  /** Where to play it. */
  link: string;
  number: number;
  options: Record<string, string>;
  /** What an onlooker sees before the first move. */
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};

export type Deletion = {
  password?: string | null;
};

/** A moment in sentences. */
export type DescribedMoment = {
  before: string[];
  better: DescribedMove[];
  lost: Sentence[];
  played: DescribedMove;
};

export type DescribedMove = {
  move: string;
  told: Sentence[];
};

/** The first entry that is not what chance, the rules and the referee give. */
export type Difference = {
  /** Its number, from 1. */
  entry: number;
  /** Empty if no entry was due. */
  expected: string;
  /** Empty at the end of the record. */
  got: string;
};

export type Difficulty = "easy" | "hard" | "medium";

export type Error = {
  clause?: string | null;
  code: string;
  id?: string | null;
  table?: string | null;
  text: string;
  type: "error";
};

export type FewestMovesInfo = {
  /** Ask again until it is true. */
  is_done: boolean;
  /** The fewest moves known to win. */
  least?: number | null;
  /** Nobody can win in fewer; equal to `least` if it is proved. */
  lower?: number | null;
  /** The player's moves, without those taken back. */
  won_in?: number | null;
};

/** Move all cards to the bases, once all are face up (R-S40-47). */
export type Finish = {
  count: number;
  id: string;
  table: string;
  type: "finish";
};

export type Friend = {
  id: string;
  is_online: boolean;
  name: string;
};

/** Everybody who opens it and accepts becomes a friend. */
export type FriendLink = {
  expires_at: number;
  /** The page is `/friends/{token}`. */
  token: string;
};

export type FriendList = {
  /** They cannot become friends again. */
  blocked: BlockedUser[];
  friends: Friend[];
  link: FriendLink | null;
};

/** Who has made a link. */
export type FriendOffer = {
  is_friend: boolean;
  is_you: boolean;
  name: string;
};

/** A friend has come online or gone offline. */
export type FriendPresence = {
  friend: string;
  is_online: boolean;
  type: "friend";
};

/** The user has a friend more, or less. */
export type FriendsChanged = {
  type: "friends";
};

export type GameInfo = {
  /** A sentence by language; may be empty. */
  about: Record<string, string>;
  can_give_up: boolean;
  /** Can a replay show what was hidden? */
  can_lay_open: boolean;
  /** The options of contests; null if it has none. */
  contest: OptionInfo[] | null;
  /** Minimum and maximum. */
  contest_players: number[] | null;
  /** The bot to suggest first. */
  default_bot: string;
  /** Seats, if a request does not say how many. */
  default_contest_players: number | null;
  /** The card faces to show first, by language. */
  faces: Record<string, string>;
  /** Numbers from the rules for clients to show. */
  facts: Record<string, number[]>;
  has_analysis: boolean;
  /** Is it played with cards? */
  has_cards: boolean;
  has_coach: boolean;
  has_daily: boolean;
  /** Can deals be chosen by their difficulty? */
  has_difficulty: boolean;
  has_hints: boolean;
  has_lesson: boolean;
  /** For practice deals with default options. */
  has_par: boolean;
  /** Is there a rules page? */
  has_rules: boolean;
  has_solver: boolean;
  name: string;
  /** The bot for those who have just learned the game. */
  newcomers_bot: string;
  options: OptionInfo[];
  /** Its bots, the weakest first. */
  programs: string[];
  /** The possible numbers of seats. */
  seats: number[];
  /** Translations of a plug-in game, by language and key. */
  texts: Record<string, Record<string, string>>;
  /** By language. */
  title: Record<string, string>;
  /** Raised when old records could play differently. */
  version: number;
  /** How many deals can be won, for the options for which it is known. */
  winnable: WinnableInfo[];
};

export type GamePuzzles = {
  game: string;
  mine: MyStats;
  /** How many there are. */
  puzzles: number;
  themes: string[];
};

export type GameStatistics = {
  best_points: number;
  best_streak: number;
  /** Wins in a row, up to the last game. */
  current_streak: number;
  /** Seconds; null without a win. */
  fastest_win: number | null;
  game: string;
  kinds: KindTotals[];
  /** The last 50 games, oldest first. */
  last_points: number[];
  mean_points: number;
  played: number;
  /** In all games together. */
  seconds: number;
  won: number;
};

export type GameStreak = {
  best: number;
  /** Days in a row up to today, or to yesterday: today may still come. */
  current: number;
  game: string;
};

/** Give up the game. */
export type GiveUp = {
  count: number;
  id: string;
  table: string;
  type: "give_up";
};

export type Hint = {
  advice: AdvisedMove[];
  id: string;
  table: string;
  type: "hint";
};

export type History = {
  /** Cursor of the next page; null on the last one. */
  cursor: string | null;
  games: PastGame[];
};

/** Who or what has the First Player marker; also who is to move: the human or the Automa. */
export type Holder = "automa" | "centre" | "human" | "tray";

export type Incoming = Watch | Leave | Move | Undo | Redo | Finish | GiveUp | AskHint | Back | Say | Ping | Visible;

/** A friend invites the user to a table that waits for players. */
export type Invitation = {
  game: string;
  name: string;
  table: string;
  type: "invitation";
};

export type InvitedFriend = {
  /** The id of a friend. */
  friend: string;
};

/** Who has a seat already can send another nonce until the game starts. */
export type Join = {
  nonce?: string | null;
};

/** Whether the player could have known. */
export type Judgement = "bad luck" | "mistake";

/** What a move lost. */
export type Kind = "chance" | "points" | "win";

export type KindTotals = {
  best_points: number;
  /** Seconds; null without a win. */
  fastest_win: number | null;
  kind: "contest" | "daily" | "practice" | "table";
  mean_points: number;
  played: number;
  /** In all games together. */
  seconds: number;
  won: number;
};

/** A tile moved from its line to the wall. */
export type LaidTile = {
  /** One of B Y R K W. */
  colour: string;
  /** 1 to 5, from the left. */
  column: number;
  /** Its points. */
  points: number;
  /** 1 to 5, from the top. */
  row: number;
};

/** Unsubscribe from a table. */
export type Leave = {
  table: string;
  type: "leave";
};

export type LessonAnswer = {
  /** Is it what the step asks for? */
  is_right: boolean;
  /** After the move and each that follows; empty if it was not right. */
  positions: PositionPosition[];
  /** What the teacher says. */
  told: Sentence;
};

export type LessonMove = {
  /** One of the moves of the position. */
  move: string;
};

export type LessonProgress = {
  /** To go on with, from 1; 0 if the lesson is finished. */
  step: number;
};

export type LessonStep = {
  game: string;
  /** A move that the step asks for; null if there is only something to see. */
  hint: string | null;
  number: number;
  position: PositionPosition;
  /** What to look at or do. */
  say: Sentence;
  /** The number of steps of this lesson. */
  total: number;
};

export type Mail = {
  address: string;
  is_confirmed: boolean;
};

/** The user of this session. */
export type Me = {
  id: string;
  /** A user without an account. */
  is_guest: boolean;
  name: string;
};

/** An entry that lost something. */
export type Moment = {
  better: string[];
  entry: number;
  error?: number | null;
  honest?: [number, number] | null;
  judgement?: Judgement | null;
  kind: Kind;
  line?: string[];
  loss: number;
  move: string;
  reasons?: Sentence[];
  seat: number;
};

export type Move = {
  count: number;
  id: string;
  move: string;
  table: string;
  type: "move";
};

export type Moves = {
  /** Your moves since the start of the puzzle. */
  moves: string[];
};

export type MyDaily = {
  is_won: boolean | null;
  phase: "countdown" | "lobby" | "over" | "playing";
  /** Provisional until the day is over. Without a move there is no place. */
  place: number | null;
  /** Null until the game is over, and without a move. */
  points: number | null;
  table: string;
};

export type MyDays = {
  /** The day of your first result. */
  first: string | null;
  games: GameStreak[];
  month: string;
  /** Of this month, by day. */
  results: DayResult[];
  /** Days with a deal of any game. */
  streak: Streak;
};

export type MyLesson = {
  game: string;
  /** Null if you have not begun, or if there is no such step. */
  step: number | null;
  /** The number of steps of this lesson. */
  total: number;
};

export type MyLessons = {
  lessons: MyLesson[];
};

/** The first result; it alone counts. */
export type MyResult = {
  after: number;
  /** Your rating before. */
  before: number;
  is_solved: boolean;
};

/** A player's rating in the puzzles of a game. */
export type MyStats = {
  attempts: number;
  best_streak: number;
  /** The standard deviation of the rating. */
  deviation: number;
  rating: number;
  solved: number;
  /** Solved in a row, up to the last. */
  streak: number;
};

export type MyTable = {
  table: string;
};

export type NewMail = {
  address: string;
  language?: "en" | "it";
};

export type NewName = {
  /** Printable characters, no leading or trailing spaces. */
  name: string;
};

export type NewPassword = {
  new: string;
  old: string;
};

/** A series of games of the same players; it ends as soon as it is decided. */
export type NewSeries = {
  /** The number of games, at most. */
  best_of: 3 | 5;
  /** What decides. A table: wins. A contest: places, the default, or points, summed over all games. */
  by?: "places" | "points" | "wins" | null;
};

/** As in `PushSubscription.toJSON()`, and the language of the messages. */
export type NewSubscription = {
  auth: string;
  endpoint: string;
  language?: "en" | "it";
  p256dh: string;
};

/** A table to open. The user becomes its host and takes a seat. */
export type NewTable = {
  /** Bots by seat; seats are numbered from 0. */
  bots?: Record<string, string>;
  /** Options of the contest. */
  contest?: Record<string, string>;
  deal?: number | null;
  /** Practice without a deal number: any deal, one that can be won, or one of these that is easy, medium or hard. */
  difficulty?: "any" | "easy" | "hard" | "medium" | "winnable";
  /** As in /api/games. */
  game: string;
  /** List it while it waits for players. */
  is_public?: boolean;
  /** Practice: undo and hints, alone or with bots. Table: a game of several players. Contest: the same deal for everybody, of a game with one seat. */
  kind?: "contest" | "practice" | "table";
  /** Practice with a deal number: moves of all seats, after which the game begins. */
  moves?: string[];
  /** Practice: the names of the people at one screen, by seat. */
  names?: Record<string, string>;
  nonce?: string | null;
  onlookers?: "boards" | "none" | "standings" | null;
  /** Options of the game. */
  options?: Record<string, string>;
  players?: number | null;
  series?: NewSeries | null;
  turn_seconds?: number | null;
};

/** How the user is told about turns and invitations while offline. */
export type Notices = {
  /** Can this server send mails? */
  has_mail: boolean;
  mail: Mail | null;
  /** The server's key, for `PushManager.subscribe`. */
  push_key: string;
  /** Browsers that get push messages. */
  subscriptions: number;
};

/** A board of nove colonne. */
export type NoveColonneView = {
  /** The top rank of each base, in the order D H C S; 0 if empty. */
  bases: number[];
  /** Can all remaining cards be moved to the bases automatically? */
  can_finish: boolean;
  /** The cards of each column, from the buried to the free end. */
  columns: string[][];
  /** How the game ended; null until then. */
  ended: "given up" | "lost" | "time up" | "won" | null;
  game: "nove_colonne";
  /** The number of face-down cards in each column. */
  hidden: number[];
  /** The six cards; null once a card is played. */
  reserve: (string | null)[];
  /** Cards on the bases, aces included. */
  score: number;
  /** The referee's call, if any. */
  stopped: Stop | null;
  /** The top card of each base, in the same order. */
  tops: (string | null)[];
};

export type OddsInfo = {
  /** Of the position, as in updates. */
  count: number;
  /** How many of them were drawn; 1 if all cards are known. */
  deals: number;
  /** Of the deals that look the same: how many can be won, 0 to 1. */
  share: number | null;
  /** The truth; null if not asked for, or not decided. */
  winnable?: boolean | null;
};

export type OldSubscription = {
  endpoint: string;
};

export type OptionInfo = {
  /** The allowed values; null for a positive number of seconds. */
  choices: string[] | null;
  default: string;
  name: string;
};

/** Where the seed comes from, as in the header of the record. */
export type Origin = {
  commitment?: string | null;
  deal?: number | null;
  /** In the order of the players. */
  nonces?: string[];
  /** Null until it is revealed. */
  secret?: string | null;
};

export type Outgoing = Welcome | TableInfo | Update | Standings | Said | Hint | Error | Pong | FriendPresence | FriendsChanged | Invitation | YourTurn;

export type Par = {
  game: string;
  number: number;
  /** Points of a bot that sees no more than a player. */
  points: number;
};

export type PastAttempt = {
  after: number;
  at: number;
  before: number;
  game: string;
  is_solved: boolean;
  puzzle: string;
};

export type PastAttempts = {
  attempts: PastAttempt[];
};

export type PastGame = {
  can_delete: boolean;
  created_at: number;
  /** Of a daily deal. */
  day: string | null;
  /** The number of a practice deal. */
  deal: number | null;
  /** Of the result. A practice game that was left or stalled has one, although its phase is `playing`: going on takes the result back. */
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
  /** The bot at this seat; null for a user. */
  bot: string | null;
  is_won?: boolean | null;
  is_you: boolean;
  moves?: number | null;
  name: string;
  place?: number | null;
  player: number;
  /** Null until the game is over. */
  points?: number | null;
  seconds?: number | null;
};

/** Answered by a pong. */
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
  /** The current scores. */
  scores: number[];
  /** The seat to move; null before and after the game. */
  turn: number | null;
  /** The seats that have won. */
  winners: number[];
};

export type Pong = {
  id: string;
  now: number;
  type: "pong";
};

/** The effect of a move on the human's board. */
export type Preview = {
  /** The penalty of the whole floor after the move. */
  cost: number;
  /** Tiles that fall to the floor, not counting the marker. */
  floor: number;
  /** Tiles that go to the line. */
  line: number;
  /** Does the move take the First Player marker? */
  marker: boolean;
  /** Tiles that do not fit on the floor; they cost nothing. */
  out: number;
  /** If the move completes the line: the points of its tile at the end of the round, with the other lines as they are now. */
  points: number | null;
};

/** Why a request was refused. A refused request changes nothing. */
export type Problem = {
  /** Machine-readable. */
  code: string;
  /** One sentence, in English. */
  text: string;
};

export type PublicTables = {
  tables: TableInfo[];
};

export type PuzzleHint = {
  mine: MyStats;
  /** To point at; null if none is named. */
  move: string | null;
  told: Sentence;
};

export type PuzzleInfo = {
  /** How many people have tried it. */
  attempts: number;
  deal: number;
  game: string;
  goal: Sentence;
  id: string;
  /** The most moves, if they are counted. */
  limit: number | null;
  /** Null if the next result will count. */
  mine: MyResult | null;
  /** From the deal to the position, of all seats. */
  moves: string[];
  position: PositionPosition;
  rating: number;
  /** The seat whose moves must be found. */
  seat: number;
  solved: number;
  /** Of solitario40: the cards to turn, the next first. */
  stock: string[];
};

export type Puzzles = {
  games: GamePuzzles[];
  today: DayPuzzle;
};

/** Redo the last move undone; practice only. */
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
  /** Are hidden cards shown? */
  is_open: boolean;
  /** May hidden cards be shown? Not before the game is over. */
  is_revealed?: boolean;
  names: string[];
  options: Record<string, string>;
  steps: ReplayStep[];
  /** Number of steps, step 0 included. */
  total: number;
};

export type ReplayStanding = {
  place: number;
  player: number;
  points: number;
};

export type ReplayStep = {
  /** The line of the record; a deal only once it may be revealed. */
  entry: string | null;
  /** Is there anything that players did not see here? */
  has_hidden?: boolean;
  /** 0 is the position before the first entry. */
  number: number;
  /** The scores on this board. */
  points: number[];
  /** Number of log entries so far, of all boards. */
  seq: number;
  /** Of a contest, at this step. */
  standings: ReplayStanding[] | null;
  told: Sentence[];
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};

/** A free seat of a rematch that waits for a player of the game before. */
export type ReservedSeat = {
  is_you: boolean;
  name: string;
  player: number;
};

/** The scoring of a round, in order. */
export type RoundCount = {
  /** Points for complete columns and colours. */
  bonus: number;
  /** Complete colours after the last round, 10 points each. */
  colours: string;
  /** Complete columns after the last round, 7 points each. */
  columns: number[];
  /** Points lost by the floor; never more than the score. */
  lost: number;
  /** The round that ended, 1 to 4. */
  round: number;
  /** The human's points after this scoring. */
  score: number;
  /** The tiles moved to the wall, row by row. */
  tiles: LaidTile[];
};

/** A row of the standings. */
export type Row = {
  last_gain: number | null;
  moves: number;
  place: number;
  player: number;
  points: number;
  reason: string;
  state: "given_up" | "over" | "playing" | "solved" | "stall" | "time_up";
};

/** What a player says; it is not stored. */
export type Said = {
  phrase: "another" | "good_luck" | "heart" | "hello" | "laugh" | "nice_move" | "one_moment" | "oops" | "sad" | "smile" | "surprise" | "thanks" | "thinking" | "well_played";
  player: number;
  table: string;
  type: "said";
};

/** Say one of the fixed phrases to everybody at the table; players only. */
export type Say = {
  phrase: "another" | "good_luck" | "heart" | "hello" | "laugh" | "nice_move" | "one_moment" | "oops" | "sad" | "smile" | "surprise" | "thanks" | "thinking" | "well_played";
  table: string;
  type: "say";
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

export type Sentence = {
  key: string;
  values?: Record<string, string | number | number | Sentence | (string | number | number | Sentence)[]>;
};

/** A series of games of the same players. */
export type SeriesInfo = {
  best_of: number;
  by: "places" | "points" | "wins";
  is_decided: boolean;
  number: number;
  rows: SeriesRow[];
  tables: string[];
  waits_until?: number | null;
};

/** A row of the standing of a series. */
export type SeriesRow = {
  bot: string | null;
  is_you: boolean;
  name: string;
  place: number;
  places: number;
  points: number;
  wins: number;
};

/** A board of the Solitario with 40 cards. */
export type Solitario40View = {
  /** The top rank of each base, in the order D H C S; 0 if empty. */
  bases: number[];
  /** Can all remaining cards be moved to the bases automatically? */
  can_finish: boolean;
  /** The cards of each column, from the buried to the free end. */
  columns: string[][];
  /** How the game ended; null until then. */
  ended: "given up" | "solved" | "stall" | "time up" | null;
  game: "solitario40";
  /** The number of face-down cards in each column. */
  hidden: number[];
  /** The turned cards, the top one last. */
  mazzetto: string[];
  /** The number of cards left to turn. */
  mazzo: number;
  /** The current points. */
  points: number;
  /** The referee's call, if any. */
  stopped: Stop | null;
  /** The top card of each base, in the same order. */
  tops: (string | null)[];
};

export type Solution = {
  line: string[];
  mine: MyStats;
  /** From the start, after each move. */
  positions: PositionPosition[];
  theme: string;
  told: Sentence[];
};

/** The ranking of a contest; one message covers the moves of a short interval. */
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
  /** Games with at least one result. */
  games: GameStatistics[];
};

/** What the referee may call on a board. */
export type Stop = "endless" | "given up" | "stall" | "time up";

export type Streak = {
  best: number;
  /** Days in a row up to today, or to yesterday: today may still come. */
  current: number;
};

/** A table without its positions; sent when anything in it changes. */
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
  nonces?: string[] | null;
  onlookers: "boards" | "none" | "standings";
  options: Record<string, string>;
  phase: "countdown" | "lobby" | "over" | "playing";
  players: number;
  rematch: string | null;
  rematch_by?: string | null;
  reserved?: ReservedSeat[];
  seats: SeatInfo[];
  secret: string | null;
  series?: SeriesInfo | null;
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

/** Undo the player's last move; practice only. */
export type Undo = {
  count: number;
  id: string;
  table: string;
  type: "undo";
};

/** The position of a board, after an event on it. */
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
  told: Sentence[];
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
  /** Cursor of the next page; null on the last one. */
  cursor: string | null;
  records: Upload[];
};

export type Verdict = "failed" | "open" | "solved";

export type Verification = {
  counts: Counts;
  /** If it is not genuine. */
  difference?: Difference | null;
  game: string;
  /** Null if it cannot be verified here: its seed is secret, or it takes long. */
  is_genuine: boolean | null;
  names: string[];
  origin: Origin;
  /** Why it cannot be verified: its secret, or the time that it takes. */
  unknown?: "secret" | "time" | null;
  /** Why not; empty if genuine. */
  why: string;
};

/** Can the user see the page? A user with no visible page counts as offline. */
export type Visible = {
  is_visible: boolean;
  type: "visible";
};

/** Subscribe to a table, as a player or an onlooker. */
export type Watch = {
  table: string;
  type: "watch";
};

/** The first message of a connection. */
export type Welcome = {
  is_guest: boolean;
  name: string;
  now: number;
  person: string;
  protocol?: number;
  type: "welcome";
};

export type WinnableInfo = {
  /** Every option. */
  options: Record<string, string>;
  /** Of its deals, those that can be won. */
  percent: number;
};

/** It is the user's turn at a table with a long turn limit, which they may not be watching. */
export type YourTurn = {
  game: string;
  table: string;
  type: "your_turn";
};

/** One position of the line; None where a value is unknown or the game has none. */
export type AnalysisPosition = {
  best?: number | null;
  entry: number;
  honest?: number | null;
  value?: number[] | null;
  winnable?: boolean | null;
};

/** A position with its legal moves, and what happened since the one before. */
export type PositionPosition = {
  /** The seat to move; null at the end. */
  actor: number | null;
  /** The number of entries so far. */
  count: number;
  /** The scoring of a round that has just ended. */
  count_of_round?: RoundCount | null;
  /** The last move of a player. */
  last: string | null;
  /** The legal moves of that seat. */
  moves: string[];
  /** The effect of each move of azul_solo. */
  previews?: Record<string, Preview> | null;
  /** What happened since the last position. */
  told: Sentence[];
  view: AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView;
};
