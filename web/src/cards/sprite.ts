/** The drawings of a card style are one hidden SVG sprite in the page, loaded when first needed. */
import { back } from './art/back';
import type { FaceStyle } from './art/face';
import type { Style } from './cardNames';

const STYLES: Record<Style, () => Promise<FaceStyle>> = {
  napoletane: () => import('./art/napoletane').then((file) => file.napoletane),
  piacentine: () => import('./art/piacentine').then((file) => file.piacentine),
  francesi: () => import('./art/francesi').then((file) => file.francesi),
};

const loading = new Map<string, Promise<void>>();

export function loadFaces(style: Style): Promise<void> {
  return once(style, async () => {
    const [{ symbols }, faces] = await Promise.all([import('./art/face'), STYLES[style]()]);
    return symbols(faces);
  });
}

export const loadBack = () => once('back', async () => back);

function once(name: string, draw: () => Promise<string>): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const done = draw().then((drawing) => insert(name, drawing));
  loading.set(name, done);
  return done;
}

/** Not `display: none`: patterns and clips inside would not be painted. */
function insert(name: string, drawing: string): void {
  const holder = document.createElement('div');
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="0" height="0" class="visually-hidden" data-sprite="${name}">${drawing}</svg>`;
  document.body.append(holder.firstElementChild!);
}
