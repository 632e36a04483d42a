/** What a player sees of a position, one type a game, told apart by `game`. */
import type { AftaebrPicture, AzulPicture, NoveColonnePicture, PlainView, Solitario40Picture } from '../live/messages';

export type AftaebrView = AftaebrPicture;
export type AzulView = AzulPicture;
export type NoveColonneView = NoveColonnePicture;
export type Solitario40View = Solitario40Picture;
/** A game without a board of its own. */
export type { PlainView };

export type GameView = Solitario40View | NoveColonneView | AftaebrView | AzulView | PlainView;
