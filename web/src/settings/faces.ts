/** The card faces of each game: those that the user has chosen for it, or else its own. */
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { STYLES, type Style } from '../cards/cardNames';
import { m } from '../paraglide/messages.js';
import { settings } from './settings.svelte';

const NAMES = { napoletane: m.faces_napoletane, piacentine: m.faces_piacentine, francesi: m.faces_francesi };
export const facesName = (faces: Style) => NAMES[faces]();

const isStyle = (faces: string | undefined): faces is Style => STYLES.some((style) => style === faces);

export function facesOf(game: string | undefined): Style {
  if (game === undefined) return 'francesi';
  const own = gameCatalogue.defaultFaces(game);
  return settings.faces[game] ?? settings.faces[''] ?? (isStyle(own) ? own : 'francesi');
}

export const chooseFaces = (game: string, faces: Style) => void (settings.faces[game] = faces);

export const nextFaces = (game: string) => chooseFaces(game, STYLES[(STYLES.indexOf(facesOf(game)) + 1) % STYLES.length]!);
