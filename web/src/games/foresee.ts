/**
 * Where things lie at once when a move has been sent, before the server answers: the piece is put
 * where the player put it, and nothing else happens. The next update corrects whatever this misses.
 */
import { suitOf, SUITS } from '../cards/names';
import type { AftaebrPicture, AzulPicture, NoveColonnePicture, Preview, Solitario40Picture } from '../live/messages';
import type { Picture } from './board';
import { heapOf, MARKER, source } from './azul_solo/tiles';
import { parts } from './pick';

type Patience = Solitario40Picture | NoveColonnePicture;

export function foresee(picture: Picture, move: string, preview?: Preview): Picture {
  const { piece, to } = parts(move) ?? {};
  if (!piece || !to) return picture;
  switch (picture.game) {
    case 'solitario40': {
      const mazzetto = picture.mazzetto.filter((name) => name !== piece);
      return { ...picture, ...carried(picture, piece, to, picture.mazzetto), mazzetto };
    }
    case 'nove_colonne': {
      const reserve = picture.reserve.map((name) => (name === piece ? null : name));
      return { ...picture, ...carried(picture, piece, to, picture.reserve), reserve };
    }
    case 'aftaebr':
      return laid(picture, Number(piece), to);
    case 'azul_solo':
      return preview ? taken(picture, piece, Number(to) || 0, preview) : picture;
    case 'plain':
      return picture;
  }
}

/** A card goes with all that lies on it; what is in no column and not aside comes from its base. */
function carried(picture: Patience, piece: string, to: string, aside: (string | null)[]): Pick<Patience, 'columns' | 'bases'> {
  const from = picture.columns.findIndex((cards) => cards.includes(piece));
  const at = picture.columns[from]?.indexOf(piece) ?? 0;
  const run = picture.columns[from]?.slice(at) ?? [piece];
  const columns = picture.columns.map((cards, i) => {
    const left = i === from ? cards.slice(0, at) : cards;
    return String(i + 1) === to ? [...left, ...run] : left;
  });
  const rise = to === 'b' ? 1 : from < 0 && !aside.includes(piece) ? -1 : 0;
  const bases = picture.bases.map((height, i) => (SUITS[i] === suitOf(piece) ? height + rise : height));
  return { columns, bases };
}

function laid(picture: AftaebrPicture, number: number, cell: string): AftaebrPicture {
  const seat = picture.turn ?? 0;
  const at = 'abcdef'.indexOf(cell[0]!) + 6 * (Number(cell[1]) - 1);
  const board = picture.board.map((stack, i) => (i === at ? `${stack}${number}${'ABCD'[seat]}` : stack));
  const hands = picture.hands.map((hand, i) =>
    i === seat ? hand.map((count, n) => (n === number - 1 ? count - 1 : count)) : hand);
  return { ...picture, board, hands };
}

/** The rest of a tray goes to the centre; where the tiles fall the server has said. */
function taken(picture: AzulPicture, piece: string, line: number, preview: Preview): AzulPicture {
  const { tray, colour } = source(piece);
  const rest = heapOf(picture, tray).replaceAll(colour, '');
  const marker = preview.marker ? 'human' : tray === 1 && picture.marker === 'tray' ? 'centre' : picture.marker;
  return {
    ...picture,
    marker,
    trays: picture.trays.map((heap, i) => (i === tray - 1 ? '' : heap)),
    centre: tray ? picture.centre + rest : rest,
    lines: picture.lines.map((tiles, i) => (i === line - 1 ? tiles + colour.repeat(preview.line) : tiles)),
    floor: picture.floor + (preview.marker ? MARKER : '') + colour.repeat(preview.floor),
  };
}
