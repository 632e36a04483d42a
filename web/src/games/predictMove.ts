/**
 * Optimistic update: the position shown while a move is on its way to the server. The piece goes where
 * the player put it and nothing else changes; the server's update corrects the rest.
 */
import { suitOf, SUITS } from '../cards/cardNames';
import type { Preview } from '../live/messages';
import { MARKER, parsePiece, tilesAt } from './azul_solo/tiles';
import { parseMove } from './board/moveNotation';
import type { AftaebrView, AzulView, GameView, NoveColonneView, Solitario40View } from './views';

type PatienceView = Solitario40View | NoveColonneView;

export function predictMove(view: GameView, move: string, preview?: Preview): GameView {
  const { piece, to } = parseMove(move) ?? {};
  if (!piece || !to) return view;
  switch (view.game) {
    case 'solitario40': {
      const mazzetto = view.mazzetto.filter((name) => name !== piece);
      return { ...view, ...moveCards(view, piece, to, view.mazzetto), mazzetto };
    }
    case 'nove_colonne': {
      const reserve = view.reserve.map((name) => (name === piece ? null : name));
      return { ...view, ...moveCards(view, piece, to, view.reserve), reserve };
    }
    case 'aftaebr':
      return placePiece(view, Number(piece), to);
    case 'azul_solo':
      return preview ? takeTiles(view, piece, Number(to) || 0, preview) : view;
    case 'plain':
      return view;
  }
}

/** A card moves with everything on top of it; a card that is in no column and not in `others` comes from its base. */
function moveCards(view: PatienceView, piece: string, to: string, others: (string | null)[]): Pick<PatienceView, 'columns' | 'bases'> {
  const from = view.columns.findIndex((cards) => cards.includes(piece));
  const at = view.columns[from]?.indexOf(piece) ?? 0;
  const run = view.columns[from]?.slice(at) ?? [piece];
  const columns = view.columns.map((cards, i) => {
    const left = i === from ? cards.slice(0, at) : cards;
    return String(i + 1) === to ? [...left, ...run] : left;
  });
  const change = to === 'b' ? 1 : from < 0 && !others.includes(piece) ? -1 : 0;
  const bases = view.bases.map((height, i) => (SUITS[i] === suitOf(piece) ? height + change : height));
  return { columns, bases };
}

function placePiece(view: AftaebrView, number: number, cell: string): AftaebrView {
  const seat = view.turn ?? 0;
  const at = 'abcdef'.indexOf(cell[0]!) + 6 * (Number(cell[1]) - 1);
  const board = view.board.map((stack, i) => (i === at ? `${stack}${number}${'ABCD'[seat]}` : stack));
  const hands = view.hands.map((hand, i) =>
    i === seat ? hand.map((count, n) => (n === number - 1 ? count - 1 : count)) : hand);
  return { ...view, board, hands };
}

/** The rest of a tray goes to the centre; the server's preview says where the tiles end up. */
function takeTiles(view: AzulView, piece: string, line: number, preview: Preview): AzulView {
  const { tray, colour } = parsePiece(piece);
  const rest = tilesAt(view, tray).replaceAll(colour, '');
  const marker = preview.marker ? 'human' : tray === 1 && view.marker === 'tray' ? 'centre' : view.marker;
  return {
    ...view,
    marker,
    trays: view.trays.map((heap, i) => (i === tray - 1 ? '' : heap)),
    centre: tray ? view.centre + rest : rest,
    lines: view.lines.map((tiles, i) => (i === line - 1 ? tiles + colour.repeat(preview.line) : tiles)),
    floor: view.floor + (preview.marker ? MARKER : '') + colour.repeat(preview.floor),
  };
}
