/** The basic shapes of all card drawings: strings of SVG, in card units. */

export const INK = '#2b211a';
export const RED = '#b23a2c';
export const ROSE = '#d9806a';
export const GOLD = '#dba53c';
export const STRAW = '#f2d68a';
export const BLUE = '#2f5b7c';
export const SKY = '#8fb3c2';
export const GREEN = '#3d6b47';
export const LEAF = '#86a255';
export const WOOD = '#8b5a2f';
export const BARK = '#c08d52';
export const SKIN = '#efceaa';
export const STEEL = '#d3dcde';
export const IVORY = '#fbf5e6';

export type Stroke = { fill?: string; line?: string; width?: number; more?: string };

function attributes({ fill = 'none', line = INK, width = 1.4, more = '' }: Stroke): string {
  const stroke = width ? `stroke="${line}" stroke-width="${width}"` : '';
  return `fill="${fill}" ${stroke} stroke-linejoin="round" stroke-linecap="round" ${more}`;
}

export const path = (d: string, stroke: Stroke = {}) => `<path d="${d}" ${attributes(stroke)}/>`;

export const circle = (x: number, y: number, r: number, stroke: Stroke = {}) =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${attributes(stroke)}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, stroke: Stroke = {}) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" ${attributes(stroke)}/>`;

export const box = (x: number, y: number, w: number, h: number, r: number, stroke: Stroke = {}) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" ${attributes(stroke)}/>`;

/** The drawing moved to (x, y), scaled and turned. */
export function at(x: number, y: number, drawing: string, scale = 1, turn = 0): string {
  const turned = turn ? ` rotate(${turn})` : '';
  const scaled = scale === 1 ? '' : ` scale(${scale})`;
  return `<g transform="translate(${x} ${y})${turned}${scaled}">${drawing}</g>`;
}

/** A drawing and its mirror image about x. */
export const mirrored = (drawing: string, x = 0) =>
  drawing + `<g transform="translate(${2 * x} 0) scale(-1 1)">${drawing}</g>`;

/** A drawing of the upper half of a card, and the same turned upside down. */
export const twofold = (drawing: string) => drawing + `<g transform="rotate(180 50 80)">${drawing}</g>`;

const round = (n: number) => Math.round(n * 100) / 100;

/** A star or a sun: points on two circles in turn, as a path. */
export function rays(count: number, outer: number, inner: number, turn = 0): string {
  const points = Array.from({ length: 2 * count }, (_, i) => {
    const angle = ((i / count + turn) * Math.PI) / 1 - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    return `${round(r * Math.cos(angle))} ${round(r * Math.sin(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

/** Copies of a drawing around the middle. */
export const wreath = (count: number, drawing: string) =>
  Array.from({ length: count }, (_, i) => at(0, 0, drawing, 1, (360 / count) * i)).join('');

/** A line with an edge of ink, such as a handle or a rod. */
export const rod = (d: string, colour: string, width: number) =>
  path(d, { width: width + 2.4 }) + path(d, { line: colour, width });
