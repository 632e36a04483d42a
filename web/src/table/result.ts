/** How a game ended, for the player who looks at it. */
import type { Picture } from '../games/board';
import type { TableInfo } from '../live/messages';
import { m } from '../texts/messages.js';
import { sitterName } from '../parts/words';

export type Result = { title: string; points: string; isWon: boolean };

const PATIENCE = {
  solved: m.table_solved,
  won: m.table_won,
  lost: m.table_lost_game,
  stall: m.table_stalled,
  'given up': m.table_gave_up,
  'time up': m.table_time_up,
};
const AZUL = { human: m.table_won, automa: m.table_lost_game, draw: m.table_drawn };

/** null while it goes on. */
export function result(picture: Picture, info: TableInfo): Result | null {
  switch (picture.game) {
    case 'solitario40':
      return picture.ended && ended(picture.ended, m.table_result_points({ points: picture.points }));
    case 'nove_colonne':
      return picture.ended && ended(picture.ended, m.table_result_bases({ points: picture.score }));
    case 'azul_solo': {
      const [human = 0, automa = 0] = picture.scores;
      const points = m.table_result_azul({ human, automa });
      if (picture.winner) return { title: AZUL[picture.winner](), points, isWon: picture.winner === 'human' };
      return picture.stopped ? { title: m.table_time_up(), points, isWon: false } : null;
    }
    case 'aftaebr':
      return picture.winners.length ? shared(picture.winners, info) : null;
    case 'plain':
      if (!picture.is_over) return null;
      return picture.winners.length ? shared(picture.winners, info) : { title: m.table_drawn(), points: '', isWon: false };
  }
}

const ended = (how: keyof typeof PATIENCE, points: string): Result => ({
  title: PATIENCE[how](),
  points,
  isWon: how === 'solved' || how === 'won',
});

function shared(winners: number[], info: TableInfo): Result {
  const names = winners.map((seat) => info.seats[seat]).filter((seat) => seat !== undefined).map(sitterName);
  const isWon = winners.some((seat) => info.yours.includes(seat));
  if (isWon && info.yours.length === 1 && winners.length === 1) return { title: m.table_won(), points: '', isWon };
  const title = names.length === 1 ? m.table_wins({ name: names[0]! }) : m.table_share_win({ names: names.join(', ') });
  return { title, points: '', isWon };
}
