/** Short, quiet sounds, synthesised with Web Audio: no files are loaded. */
import { settings } from '../settings/settings.svelte';

export const SOUNDS = ['placed', 'turned', 'base', 'tile', 'die', 'piece', 'capture', 'turn', 'error', 'hurry', 'win', 'lose'] as const;
export type Sound = (typeof SOUNDS)[number];

/** A tone: start and duration in seconds, a glide from one pitch to another in Hz, volume. */
export type Tone = { at: number; duration: number; from: number; to: number; volume: number; wave: OscillatorType };
/** Noise around a pitch, like paper or wood. */
export type Noise = { at: number; duration: number; pitch: number; volume: number };
export type SoundDefinition = { tones: Tone[]; noises: Noise[] };

const tone = (at: number, duration: number, from: number, to: number, volume: number, wave: OscillatorType = 'sine'): Tone => ({ at, duration, from, to, volume, wave });
const noise = (at: number, duration: number, pitch: number, volume: number): Noise => ({ at, duration, pitch, volume });

export const DEFINITIONS: Record<Sound, SoundDefinition> = {
  placed: { tones: [tone(0, 0.07, 190, 110, 0.25)], noises: [noise(0, 0.05, 1800, 0.3)] },
  turned: { tones: [], noises: [noise(0, 0.06, 3200, 0.22), noise(0.05, 0.05, 2200, 0.16)] },
  base: { tones: [tone(0, 0.22, 659, 659, 0.1, 'triangle'), tone(0.05, 0.26, 988, 988, 0.08, 'triangle')], noises: [noise(0, 0.05, 1800, 0.24)] },
  tile: { tones: [tone(0, 0.06, 1240, 980, 0.1, 'triangle')], noises: [noise(0, 0.03, 3600, 0.26)] },
  piece: { tones: [tone(0, 0.09, 320, 210, 0.22)], noises: [noise(0, 0.03, 1100, 0.3)] },
  turn: { tones: [tone(0, 0.2, 587, 587, 0.1), tone(0.11, 0.28, 784, 784, 0.1)], noises: [] },
  hurry: { tones: [0, 0.25, 0.5].map((at) => tone(at, 0.09, 880, 880, 0.1, 'triangle')), noises: [] },
  capture: { tones: [0, 1, 2, 3].map((i) => tone(i * 0.07, 0.16, 392 * 1.26 ** i, 392 * 1.26 ** i, 0.14, 'triangle')), noises: [noise(0, 0.08, 900, 0.2)] },
  die: { tones: [], noises: [0, 0.07, 0.13, 0.2, 0.29].map((at, i) => noise(at, 0.035, 1400 - 120 * i, 0.34 - 0.05 * i)) },
  win: { tones: [523, 659, 784, 1047].map((pitch, i) => tone(i * 0.13, 0.45, pitch, pitch, 0.13, 'triangle')), noises: [] },
  lose: { tones: [392, 349, 294].map((pitch, i) => tone(i * 0.2, 0.4, pitch, pitch * 0.97, 0.12, 'triangle')), noises: [] },
  error: { tones: [tone(0, 0.12, 220, 180, 0.14, 'triangle')], noises: [] },
};
const MASTER_VOLUME = 0.35;
/** Seconds. */
const ATTACK = 0.004;

let context: AudioContext | undefined;
let noiseBuffer: AudioBuffer | undefined;

/** Browsers block sound before the first user interaction, and log a warning about attempts. */
const isAllowed = () => typeof AudioContext !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? true);

/** Plays a sound after a delay in milliseconds, if sounds are on and the browser allows them. */
export function playSound(name: Sound, delay = 0): void {
  if (!settings.sound || !isAllowed()) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  schedule(context, DEFINITIONS[name], delay / 1000);
}

function schedule(audio: AudioContext, { tones, noises }: SoundDefinition, delay: number): void {
  const start = audio.currentTime + delay;
  const out = audio.createGain();
  out.gain.value = MASTER_VOLUME;
  out.connect(audio.destination);
  for (const one of tones) {
    const source = audio.createOscillator();
    source.type = one.wave;
    const begins = start + one.at;
    source.frequency.setValueAtTime(one.from, begins);
    source.frequency.exponentialRampToValueAtTime(one.to, begins + one.duration);
    connect(audio, source, one, start, out);
  }
  for (const one of noises) {
    const source = audio.createBufferSource();
    source.buffer = noiseBuffer ??= whiteNoise(audio);
    const band = audio.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = one.pitch;
    source.connect(band);
    connect(audio, source, one, start, out, band);
  }
}

/** Plays a source with an envelope that rises at once and fades away. */
function connect(audio: AudioContext, source: AudioScheduledSourceNode, one: Tone | Noise, start: number, out: AudioNode, last: AudioNode = source): void {
  const begins = start + one.at;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0, begins);
  envelope.gain.linearRampToValueAtTime(one.volume, begins + ATTACK);
  envelope.gain.exponentialRampToValueAtTime(0.0001, begins + one.duration);
  last.connect(envelope).connect(out);
  source.start(begins);
  source.stop(begins + one.duration);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
