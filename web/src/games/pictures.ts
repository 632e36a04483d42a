/** The pictures the boards draw: a player's view of a position, as the server sends it. */

export type Solitario40 = {
  game: 'solitario40';
  /** From the left, buried end first; "??" is face down. */
  columns: string[][];
  hidden: number[];
  /** The rank each base has reached: denari, coppe, bastoni, spade. */
  bases: number[];
  /** The turned cards, top last. */
  mazzetto: string[];
  /** How many cards are left in the mazzo. */
  mazzo: number;
  points: number;
  stopped: string | null;
  can_finish: boolean;
  ended: boolean;
};

export type NoveColonne = {
  game: 'nove_colonne';
  /** Column 1 first: the rightmost on the table. */
  columns: string[][];
  hidden: number[];
  reserve: (string | null)[];
  bases: number[];
  score: number;
  stopped: string | null;
  can_finish: boolean;
  ended: boolean;
};

export type Aftaebr = {
  game: 'aftaebr';
  /** 36 stacks such as "3A1B", bottom first; the letter is the seat that laid the piece. */
  board: string[];
  /** For each seat, how many pieces of 1, 2, 3, 4. */
  hands: number[][];
  black: number[];
  colours: (string | null)[];
  turn: number | null;
  captured: number;
  passed: number[];
  stopped: string | null;
  winners: number[];
};

export type Marker = 'tray' | 'centre' | 'human' | 'automa';

export type Answer = { die: number; priority: number; source: number; tiles: string; marker: boolean };

export type AzulSolo = {
  game: 'azul_solo';
  sequence: string;
  bag: number;
  round: number;
  starter: 'human' | 'automa';
  mover: 'human' | 'automa';
  trays: string[];
  centre: string;
  marker: Marker;
  score: number;
  lines: string[];
  wall: string[];
  floor: string;
  pile: string;
  answer: Answer | null;
  stopped: string | null;
};

export type Picture = Solitario40 | NoveColonne | Aftaebr | AzulSolo;

/** What every board is given. */
export type BoardProps<P> = {
  picture: P;
  moves: readonly string[];
  onmove: (move: string) => void;
};
