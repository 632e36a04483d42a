/** What a person has chosen; kept in the browser. */
import { STYLES, type Style } from '../cards/cardNames';
import { getLocale, setLocale } from '../paraglide/runtime.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export const SPEEDS = ['calm', 'quick', 'still'] as const;
export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
export type Language = 'it' | 'en';

export type Settings = {
  theme: Theme;
  faces: Style;
  speed: Speed;
  sound: boolean;
  leftHand: boolean;
};

const KEY = 'tavolino.settings';
const START: Settings = { theme: 'system', faces: 'napoletane', speed: 'calm', sound: false, leftHand: false };
const FACTOR: Record<Speed, number> = { calm: 1, quick: 0.5, still: 0 };

/** Whatever is stored, mended: a value that is not offered any more falls back to the first choice. */
export function mend(stored: unknown): Settings {
  const given = (typeof stored === 'object' && stored ? stored : {}) as Record<string, unknown>;
  const among = <T>(key: string, offered: readonly T[], start: T) =>
    offered.find((value) => value === given[key]) ?? start;
  return {
    theme: among('theme', THEMES, START.theme),
    faces: among('faces', STYLES, START.faces),
    speed: among('speed', SPEEDS, START.speed),
    sound: given['sound'] === true,
    leftHand: given['leftHand'] === true,
  };
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export const settings: Settings = $state(mend(stored()));

class Languages {
  current = $state<Language>(getLocale());

  use(language: Language): void {
    void setLocale(language, { reload: false });
    this.current = language;
  }
}

export const languages = new Languages();

const asksForDark = () => matchMedia('(prefers-color-scheme: dark)');
const asksForStillness = () => matchMedia('(prefers-reduced-motion: reduce)');

/** How long a thing that lasts this many milliseconds lasts for this person; 0 is at once. */
export const lasting = (ms: number) => (asksForStillness().matches ? 0 : ms * FACTOR[settings.speed]);

/** Keeps the page and the store in step with the settings. Call while a component starts. */
export function applySettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    root.lang = languages.current;
    root.style.setProperty('--speed', String(lasting(1)));
    const dark = asksForDark();
    const paint = () => {
      root.dataset['theme'] = settings.theme === 'system' ? (dark.matches ? 'dark' : 'light') : settings.theme;
    };
    paint();
    dark.addEventListener('change', paint);
    return () => dark.removeEventListener('change', paint);
  });
}
