import type { Preview } from '../../live/messages';
import { parseMove } from '../board/moveNotation';
import type { AzulView } from '../views';
import { MARKER, parsePiece, tilesAt } from './tiles/tiles';

/** The rest of a tray goes to the centre; the server's preview says where the tiles end up. */
export function predictMove(view: AzulView, move: string, preview?: Preview): AzulView {
  const { piece, to } = parseMove(move) ?? {};
  if (!piece || !to || !preview) return view;
  const { tray, colour } = parsePiece(piece);
  const line = Number(to) || 0;
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
