/** Short quiet sounds, made by the browser itself: no file is loaded. */
import { settings } from '../settings/settings.svelte';

export const SOUNDS = ['placed', 'turned', 'base', 'tile', 'die', 'piece', 'capture', 'turn', 'error', 'hurry', 'win', 'lose'] as const;
export type Sound = (typeof SOUNDS)[number];

/** A tone: when it begins and how long it lasts (seconds), from which pitch to which (Hz), how loud. */
export type Tone = { at: number; lasts: number; from: number; to: number; loud: number; wave: OscillatorType };
/** A rustle: noise around a pitch, as of paper or wood. */
export type Rustle = { at: number; lasts: number; pitch: number; loud: number };
export type Score = { tones: Tone[]; rustles: Rustle[] };

const tone = (at: number, lasts: number, from: number, to: number, loud: number, wave: OscillatorType = 'sine'): Tone => ({ at, lasts, from, to, loud, wave });
const rustle = (at: number, lasts: number, pitch: number, loud: number): Rustle => ({ at, lasts, pitch, loud });

export const SCORES: Record<Sound, Score> = {
  placed: { tones: [tone(0, 0.07, 190, 110, 0.25)], rustles: [rustle(0, 0.05, 1800, 0.3)] },
  turned: { tones: [], rustles: [rustle(0, 0.06, 3200, 0.22), rustle(0.05, 0.05, 2200, 0.16)] },
  base: { tones: [tone(0, 0.22, 659, 659, 0.1, 'triangle'), tone(0.05, 0.26, 988, 988, 0.08, 'triangle')], rustles: [rustle(0, 0.05, 1800, 0.24)] },
  tile: { tones: [tone(0, 0.06, 1240, 980, 0.1, 'triangle')], rustles: [rustle(0, 0.03, 3600, 0.26)] },
  piece: { tones: [tone(0, 0.09, 320, 210, 0.22)], rustles: [rustle(0, 0.03, 1100, 0.3)] },
  turn: { tones: [tone(0, 0.2, 587, 587, 0.1), tone(0.11, 0.28, 784, 784, 0.1)], rustles: [] },
  hurry: { tones: [0, 0.25, 0.5].map((at) => tone(at, 0.09, 880, 880, 0.1, 'triangle')), rustles: [] },
  capture: { tones: [0, 1, 2, 3].map((i) => tone(i * 0.07, 0.16, 392 * 1.26 ** i, 392 * 1.26 ** i, 0.14, 'triangle')), rustles: [rustle(0, 0.08, 900, 0.2)] },
  die: { tones: [], rustles: [0, 0.07, 0.13, 0.2, 0.29].map((at, i) => rustle(at, 0.035, 1400 - 120 * i, 0.34 - 0.05 * i)) },
  win: { tones: [523, 659, 784, 1047].map((pitch, i) => tone(i * 0.13, 0.45, pitch, pitch, 0.13, 'triangle')), rustles: [] },
  lose: { tones: [392, 349, 294].map((pitch, i) => tone(i * 0.2, 0.4, pitch, pitch * 0.97, 0.12, 'triangle')), rustles: [] },
  error: { tones: [tone(0, 0.12, 220, 180, 0.14, 'triangle')], rustles: [] },
};
/** All of it together: a café is quiet in the evening. */
const VOLUME = 0.35;
const SOFT_START = 0.004;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Before the first touch of the page a browser allows no sound, and complains of whoever tries. */
const isAllowed = () => typeof AudioContext !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? true);

/** Plays after so many milliseconds, if the person wants sounds and the browser allows them. */
export function sound(name: Sound, after = 0): void {
  if (!settings.sound || !isAllowed()) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  perform(context, SCORES[name], after / 1000);
}

function perform(audio: AudioContext, { tones, rustles }: Score, after: number): void {
  const start = audio.currentTime + after;
  const out = audio.createGain();
  out.gain.value = VOLUME;
  out.connect(audio.destination);
  for (const one of tones) {
    const source = audio.createOscillator();
    source.type = one.wave;
    const begins = start + one.at;
    source.frequency.setValueAtTime(one.from, begins);
    source.frequency.exponentialRampToValueAtTime(one.to, begins + one.lasts);
    sing(audio, source, one, start, out);
  }
  for (const one of rustles) {
    const source = audio.createBufferSource();
    source.buffer = noise ??= whiteNoise(audio);
    const band = audio.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = one.pitch;
    source.connect(band);
    sing(audio, source, one, start, out, band);
  }
}

/** Rises at once and dies away. */
function sing(audio: AudioContext, source: AudioScheduledSourceNode, one: Tone | Rustle, start: number, out: AudioNode, last: AudioNode = source): void {
  const begins = start + one.at;
  const shape = audio.createGain();
  shape.gain.setValueAtTime(0, begins);
  shape.gain.linearRampToValueAtTime(one.loud, begins + SOFT_START);
  shape.gain.exponentialRampToValueAtTime(0.0001, begins + one.lasts);
  last.connect(shape).connect(out);
  source.start(begins);
  source.stop(begins + one.lasts);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
