/** How long the parts of an animation last, in milliseconds at calm speed. */
export const TAKE = 340;
export const ROLL = 620;
export const ANSWER = 620;
export const PLACE = 460;
export const SCORE = 900;
