/** The curves of an analysis: their values from 0 to 1, and their lines in the graph. */
import type { Analysis } from '../../api/client';

export type Curve = { kind: 'reached' | 'reachable' | 'honest' | 'seat'; seat: number; values: (number | null)[] };

export const WIDTH = 640;
export const HEIGHT = 220;

/** The places in `positions` that are drawn. */
export function drawnPlaces(analysis: Analysis): number[] {
  const drawn = new Set(analysis.curve ?? []);
  return analysis.positions.map((_, at) => at).filter((at) => drawn.has(analysis.positions[at]!.entry));
}

export function curvesOf(analysis: Analysis): Curve[] {
  const places = drawnPlaces(analysis);
  const positions = places.map((at) => analysis.positions[at]!);
  if (!positions.length) return [];
  const most = analysis.most;
  if (most != null && positions.some(({ best, honest }) => best != null || honest != null)) {
    return [
      { kind: 'reachable', seat: 0, values: positions.map(({ best }) => (best == null ? null : best / most)) },
      { kind: 'reached', seat: 0, values: places.map((at) => (analysis.points[at] ?? 0) / most) },
      { kind: 'honest', seat: 0, values: positions.map(({ honest }) => honest ?? null) },
    ];
  }
  const seats = positions.find(({ value }) => value)?.value?.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => ({
    kind: 'seat' as const,
    seat,
    values: positions.map(({ value }) => value?.[seat] ?? null),
  }));
}

export const xOf = (place: number, count: number) => (count < 2 ? WIDTH / 2 : (place / (count - 1)) * WIDTH);
export const yOf = (value: number) => HEIGHT - value * HEIGHT;

/** The path of a curve; where a value is unknown the line is interrupted. */
export function linePath(values: readonly (number | null)[]): string {
  let isDrawing = false;
  return values
    .map((value, place) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const point = `${isDrawing ? 'L' : 'M'}${xOf(place, values.length).toFixed(1)} ${yOf(value).toFixed(1)}`;
      isDrawing = true;
      return point;
    })
    .join('');
}

/** The place of the drawn position nearest to a horizontal position in the graph, from 0 to 1. */
export const placeAt = (share: number, count: number) => Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));

/** The first drawn place at or after an entry. */
export function placeOfEntry(analysis: Analysis, entry: number): number {
  const places = drawnPlaces(analysis);
  const found = places.findIndex((at) => analysis.positions[at]!.entry >= entry);
  return found < 0 ? Math.max(0, places.length - 1) : found;
}
