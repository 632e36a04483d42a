/** Names of themes, and numbers with their sign. */
import { m } from '../../paraglide/messages.js';

const THEMES: Record<string, () => string> = {
  stock: m.puzzle_theme_stock,
  uncover: m.puzzle_theme_uncover,
  points: m.puzzle_theme_points,
  fewest: m.puzzle_theme_fewest,
  column: m.puzzle_theme_column,
  line: m.puzzle_theme_line,
  build: m.puzzle_theme_build,
  floor: m.puzzle_theme_floor,
  capture: m.puzzle_theme_capture,
  extra_turn: m.puzzle_theme_extra_turn,
  quiet: m.puzzle_theme_quiet,
  chain: m.puzzle_theme_chain,
};

export const themeName = (theme: string): string => THEMES[theme]?.() ?? theme;

/** With a real minus sign. */
export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);
