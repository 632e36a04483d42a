/** Distinguishes taps from drags, and finds where a dragged piece is dropped. */

export type Pointer = { x: number; y: number; time: number; kind: string };

// A finger is less steady than a mouse. In CSS pixels and milliseconds.
const DRAG_THRESHOLD = { mouse: 4, pen: 8, touch: 12 };
const SHAKY_TAP = { distance: 28, time: 220 };
export const DOUBLE_TAP_MS = 400;

export const pointerOf = (event: PointerEvent): Pointer => ({
  x: event.clientX,
  y: event.clientY,
  time: event.timeStamp,
  kind: event.pointerType,
});

/** Has the pointer moved far enough to be a drag? */
export function isDrag(down: Pointer, now: Pointer): boolean {
  const threshold = DRAG_THRESHOLD[down.kind as keyof typeof DRAG_THRESHOLD] ?? DRAG_THRESHOLD.touch;
  return Math.hypot(now.x - down.x, now.y - down.y) > threshold;
}

/** A quick, short slip of a finger is a tap, although it looked like a drag for a moment. */
export function isShakyTap(down: Pointer, up: Pointer): boolean {
  const isShort = Math.hypot(up.x - down.x, up.y - down.y) <= SHAKY_TAP.distance;
  return down.kind !== 'mouse' && isShort && up.time - down.time <= SHAKY_TAP.time;
}

/** Two taps that a player means as one: a double click. */
export const isSamePress = (first: Pointer, second: Pointer) =>
  second.time - first.time < DOUBLE_TAP_MS && Math.hypot(second.x - first.x, second.y - first.y) <= SHAKY_TAP.distance;

export type Box = { left: number; top: number; right: number; bottom: number };

/** A box of the same size around a pointer. */
export function centredAt({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): Box {
  const [width, height] = [right - left, bottom - top];
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How far the centre of a piece is from a place; 0 if it is inside. */
function distance(piece: Box, place: Box): number {
  const [x, y] = [(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2];
  return Math.hypot(Math.max(place.left - x, 0, x - place.right), Math.max(place.top - y, 0, y - place.bottom));
}

/** The place a dragged piece is dropped on: the legal one it covers most, or else the nearest one that it touches. */
export function dropTarget(piece: Box, places: { place: string; box: Box; isLegal: boolean }[]): string | null {
  const touched = places
    .map(({ place, box, isLegal }) => ({ place, isLegal, area: overlap(piece, box), distance: distance(piece, box) }))
    .filter(({ area }) => area > 0)
    .sort((a, b) => Number(b.isLegal) - Number(a.isLegal) || (a.isLegal ? 0 : a.distance - b.distance) || b.area - a.area);
  return touched[0]?.place ?? null;
}
