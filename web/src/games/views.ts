/** What a player sees of a position: one type for each game, distinguished by `game`. */
import type { AftaebrView, AzulView, NoveColonneView, PlainView, Solitario40View } from '../live/messages';

export type { AftaebrView, AzulView, NoveColonneView, Solitario40View };
/** A game without a board of its own. */
export type { PlainView };

export type GameView = Solitario40View | NoveColonneView | AftaebrView | AzulView | PlainView;
