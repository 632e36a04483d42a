/** The user's settings, stored in the browser. */
// First, because settings are read when this module is loaded.
import './storage';
import { STYLES, type Style } from '../cards/cardNames';
import { getLocale, setLocale } from '../paraglide/runtime.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export const SPEEDS = ['calm', 'quick', 'still'] as const;
export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
export type Language = 'it' | 'en';

/** The kinds of deals in practice. */
export const DIFFICULTIES = ['any', 'winnable', 'easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export type Settings = {
  theme: Theme;
  /** The faces chosen for each game; under '' those that an older version had for all. */
  faces: Record<string, Style>;
  /** The kind of deals chosen for each game. */
  difficulty: Record<string, Difficulty>;
  speed: Speed;
  sound: boolean;
  leftHand: boolean;
  /** Show what other players say. */
  phrases: boolean;
  /** Explain to newcomers what has just happened, once. */
  tips: boolean;
  /** A tap moves a card to its best place instead of selecting it (`games/patience/automaticMoves.ts`). */
  oneTap: boolean;
  /** In practice, safe cards go to their bases by themselves. */
  autoplay: boolean;
};

const KEY = 'tavolino.settings';
const DEFAULTS: Omit<Settings, 'faces' | 'difficulty'> = { theme: 'system', speed: 'calm', sound: false, leftHand: false, phrases: true, tips: true, oneTap: false, autoplay: false };
const SPEED_FACTOR: Record<Speed, number> = { calm: 1, quick: 0.5, still: 0 };

/** Validates stored settings: a value that is unknown or no longer offered is replaced by the default. */
export function parseSettings(stored: unknown): Settings {
  const values = (typeof stored === 'object' && stored ? stored : {}) as Record<string, unknown>;
  const oneOf = <T>(key: string, allowed: readonly T[], fallback: T) =>
    allowed.find((value) => value === values[key]) ?? fallback;
  return {
    theme: oneOf('theme', THEMES, DEFAULTS.theme),
    faces: parseFaces(values['faces']),
    difficulty: parseDifficulties(values['difficulty']),
    speed: oneOf('speed', SPEEDS, DEFAULTS.speed),
    sound: values['sound'] === true,
    leftHand: values['leftHand'] === true,
    phrases: values['phrases'] !== false,
    tips: values['tips'] !== false,
    oneTap: values['oneTap'] === true,
    autoplay: values['autoplay'] === true,
  };
}

/** A name alone is of an older version, which stored its default «napoletane» too. */
function parseFaces(stored: unknown): Record<string, Style> {
  const chosen = typeof stored === 'string' ? (stored === 'napoletane' ? {} : { '': stored }) : stored;
  const isStyle = (entry: [string, unknown]): entry is [string, Style] => STYLES.some((style) => style === entry[1]);
  return Object.fromEntries(Object.entries(typeof chosen === 'object' && chosen ? chosen : {}).filter(isStyle));
}

function parseDifficulties(stored: unknown): Record<string, Difficulty> {
  const isKnown = (entry: [string, unknown]): entry is [string, Difficulty] => DIFFICULTIES.some((one) => one === entry[1]);
  return Object.fromEntries(Object.entries(typeof stored === 'object' && stored ? stored : {}).filter(isKnown));
}

function readStored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export const settings: Settings = $state(parseSettings(readStored()));

class Languages {
  current = $state<Language>(getLocale());

  use(language: Language): void {
    void setLocale(language, { reload: false });
    this.current = language;
  }
}

export const languages = new Languages();

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');
const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)');

/** Scales a duration in milliseconds to the user's speed setting; 0 means no animation. */
export const animationDuration = (ms: number) => (prefersReducedMotion().matches ? 0 : ms * SPEED_FACTOR[settings.speed]);

/** Applies the settings to the page and stores them. Call during component initialisation. */
export function applySettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    root.lang = languages.current;
    root.style.setProperty('--speed', String(animationDuration(1)));
    const dark = prefersDark();
    const applyTheme = () => {
      root.dataset['theme'] = settings.theme === 'system' ? (dark.matches ? 'dark' : 'light') : settings.theme;
    };
    applyTheme();
    dark.addEventListener('change', applyTheme);
    return () => dark.removeEventListener('change', applyTheme);
  });
}
