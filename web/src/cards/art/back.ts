/** The back of every card: a lattice of small tables, seen from above, in wine and ivory. */
import { at, box, circle, GOLD, IVORY, path, wreath } from './shapes';

const WINE = '#7c2630';

const knot =
  box(-4.4, -4.4, 8.8, 8.8, 1.6, { line: '#e9c9a8', width: 0.9 }) +
  circle(0, 0, 1.5, { fill: '#e9c9a8', width: 0 });

const lattice =
  '<pattern id="back-lattice" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="translate(50 80) rotate(45)">' +
  path('M0 0H14M0 0V14', { line: '#a5525a', width: 1 }) +
  at(7, 7, knot, 0.8) +
  '</pattern>';

const medallion =
  circle(0, 0, 22, { fill: WINE, line: IVORY, width: 1.4 }) +
  circle(0, 0, 18.5, { line: GOLD, width: 0.9 }) +
  wreath(8, path('M0 -4C-4.5 -8 -4 -14 0 -16.5C4 -14 4.5 -8 0 -4Z', { fill: IVORY, line: GOLD, width: 0.8 })) +
  circle(0, 0, 4.5, { fill: GOLD, line: IVORY, width: 1 });

export const back =
  `<defs>${lattice}</defs><symbol id="card-back" viewBox="0 0 100 160">` +
  `<rect width="100" height="160" rx="7" fill="#fbf3e2"/>` +
  `<rect x="5" y="5" width="90" height="150" rx="4.5" fill="${WINE}"/>` +
  `<rect x="5" y="5" width="90" height="150" rx="4.5" fill="url(#back-lattice)"/>` +
  box(8, 8, 84, 144, 3, { line: IVORY, width: 0.9 }) +
  at(50, 80, medallion) +
  '</symbol>';
