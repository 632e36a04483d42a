import type { Sound } from './sounds';

/** A sound and the time until the next one, in milliseconds at calm speed. */
export type SoundStep = [sound: Sound, duration: number];

/** The usual time between two sounds. */
export const GAP = 110;
