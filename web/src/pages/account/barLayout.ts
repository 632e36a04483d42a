/** Where the bars of a small chart stand. */
export type Bar = { x: number; y: number; width: number; height: number };

/** So few games do not fill the chart with planks. */
const FEWEST = 10;
const LOWEST_BAR = 1.5;

/** Bars from the left, negative ones below the ground; `y` is the height of a value. */
export function bars(values: readonly number[], wide: number, high: number): { bars: Bar[]; zero: number; y: (value: number) => number } {
  const top = Math.max(1, ...values);
  const bottom = Math.min(0, ...values);
  const y = (value: number) => ((top - value) / (top - bottom)) * high;
  const step = wide / Math.max(FEWEST, values.length);
  const zero = y(0);
  const made = values.map((value, i) => {
    const height = Math.max(LOWEST_BAR, Math.abs(y(value) - zero));
    return { x: i * step + step * 0.12, y: value >= 0 ? zero - height : zero, width: step * 0.76, height };
  });
  return { bars: made, zero, y };
}
