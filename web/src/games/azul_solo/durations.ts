/** How long the parts of an answer take to be seen, in milliseconds of the calm speed. */
export const TAKE = 340;
export const ROLL = 620;
export const ANSWER = 620;
export const LAY = 460;
export const COUNTED = 900;
