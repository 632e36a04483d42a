/** What a player sees of a position, one type a game, told apart by `game`. */
import type { AftaebrPicture, AzulPicture, NoveColonnePicture, Solitario40Picture } from '../live/messages';

export type AftaebrView = AftaebrPicture;
export type AzulView = AzulPicture;
export type NoveColonneView = NoveColonnePicture;
export type Solitario40View = Solitario40Picture;

export type GameView = Solitario40View | NoveColonneView | AftaebrView | AzulView;
