/** A table to be opened, as the form has it, and as the server wants it. */
import type { NewTable } from '../../api/client';

/** Who sits at a seat: yourself, somebody who will come or who shares this device, or a program by its name. */
export type Sitter = 'you' | 'person' | (string & {});

export type Wish = {
  game: string;
  kind: NonNullable<NewTable['kind']>;
  options: Record<string, string>;
  contest: Record<string, string>;
  players: number;
  programs: number;
  level: string;
  /** Of a table: one for each seat, the first is yours. */
  sitters: Sitter[];
  deal: string;
  isPublic: boolean;
  turnSeconds: number;
};

/** Is this a number of a deal, or nothing at all? */
export const isDeal = (text: string) => text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1);

function programsAt(seats: readonly number[], level: string): Record<string, string> {
  return Object.fromEntries(seats.map((seat) => [String(seat), level]));
}

export function newTable(wish: Wish): NewTable {
  const { game, kind, options } = wish;
  if (kind === 'contest') {
    const last = Array.from({ length: wish.programs }, (_, i) => wish.players - 1 - i);
    return {
      game,
      kind,
      options,
      contest: wish.contest,
      players: wish.players,
      bots: programsAt(last, wish.level),
      is_public: wish.isPublic,
    };
  }
  const isTable = wish.sitters.length > 1;
  const bots = Object.fromEntries(
    wish.sitters.flatMap((who, seat) => (who === 'you' || who === 'person' ? [] : [[String(seat), who]])),
  );
  const seated = isTable ? { bots, options: { ...options, players: String(wish.sitters.length) } } : { options };
  if (kind === 'table') return { game, kind, ...seated, is_public: wish.isPublic, turn_seconds: wish.turnSeconds };
  const deal = wish.deal.trim();
  return deal ? { game, kind, ...seated, deal: Number(deal) } : { game, kind, ...seated };
}
