/** Draws the result of a daily deal as a picture: a score card on the cloth of the table. */
import type { resultLines } from './dailyResult';

export const SIZE = 1080;
const [SERIF, SANS] = ["'Alegreya Variable', Georgia, serif", "'Source Sans 3 Variable', system-ui, sans-serif"];
/** The colours of the light theme, whatever the page shows: the picture is for others. */
const COLOURS = { wood: '#8d5c36', woodLight: '#b5804f', felt: '#22563f', feltDeep: '#173f2e', onFelt: '#f7f0df', paper: '#fbf6ea', line: '#d9c9ab', ink: '#2a2018', soft: '#5c4c3c', accent: '#e3ab3f', accentInk: '#7a5000' };
const FRAME = 36;
const CARD = { x: 150, y: 225, width: 780, height: 560, radius: 36 };

type Lines = ReturnType<typeof resultLines>;

export function drawResult(canvas: HTMLCanvasElement, lines: Lines): void {
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return;
  drawCloth(context);
  write(context, lines.heading, 150, `600 46px ${SERIF}`, COLOURS.onFelt);
  drawCard(context, -0.07, '#e9dcc0');
  drawCard(context, 0, COLOURS.paper);
  write(context, lines.game, 345, `600 88px ${SERIF}`, COLOURS.ink);
  write(context, lines.date, 408, `400 40px ${SANS}`, COLOURS.soft);
  drawRule(context, 455);
  write(context, lines.points, 590, `600 108px ${SERIF}`, COLOURS.accentInk);
  write(context, [lines.won, lines.time].filter(Boolean).join('  ·  '), 700, `600 48px ${SANS}`, COLOURS.ink);
  if (lines.streak) drawStreak(context, lines.streak);
}

function drawCloth(context: CanvasRenderingContext2D): void {
  const wood = context.createLinearGradient(0, 0, SIZE, SIZE);
  wood.addColorStop(0, COLOURS.woodLight);
  wood.addColorStop(1, COLOURS.wood);
  context.fillStyle = wood;
  context.fillRect(0, 0, SIZE, SIZE);
  const felt = context.createRadialGradient(SIZE / 2, SIZE * 0.42, 80, SIZE / 2, SIZE / 2, SIZE * 0.75);
  felt.addColorStop(0, COLOURS.felt);
  felt.addColorStop(1, COLOURS.feltDeep);
  context.fillStyle = felt;
  context.beginPath();
  context.roundRect(FRAME, FRAME, SIZE - 2 * FRAME, SIZE - 2 * FRAME, 28);
  context.fill();
}

function drawCard(context: CanvasRenderingContext2D, angle: number, fill: string): void {
  const { x, y, width, height, radius } = CARD;
  context.save();
  context.translate(x + width / 2, y + height / 2);
  context.rotate(angle);
  context.shadowColor = '#0008';
  context.shadowBlur = 40;
  context.shadowOffsetY = 14;
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(-width / 2, -height / 2, width, height, radius);
  context.fill();
  context.restore();
}

function drawRule(context: CanvasRenderingContext2D, y: number): void {
  context.strokeStyle = COLOURS.line;
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(CARD.x + 90, y);
  context.lineTo(CARD.x + CARD.width - 90, y);
  context.stroke();
}

function drawStreak(context: CanvasRenderingContext2D, text: string): void {
  context.font = `600 44px ${SANS}`;
  const width = Math.min(context.measureText(text).width + 90, SIZE - 200);
  context.fillStyle = COLOURS.accent;
  context.beginPath();
  context.roundRect((SIZE - width) / 2, 866, width, 88, 44);
  context.fill();
  write(context, text, 925, context.font, COLOURS.ink);
}

/** In the middle; a text that is too long is narrower. */
function write(context: CanvasRenderingContext2D, text: string, y: number, font: string, fill: string): void {
  context.font = font;
  context.fillStyle = fill;
  context.textAlign = 'center';
  context.fillText(text, SIZE / 2, y, CARD.width - 60);
}

export const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
