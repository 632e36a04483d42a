/** The layout of a small bar chart. */
export type Bar = { x: number; y: number; width: number; height: number };

/** The chart has space for at least this many bars, so that few games do not make very wide bars. */
const MIN_BARS = 10;
const MIN_HEIGHT = 1.5;

/** Bars from the left, negative ones below the zero line; `y` maps a value to its vertical position. */
export function barLayout(values: readonly number[], width: number, height: number): { bars: Bar[]; zero: number; y: (value: number) => number } {
  const top = Math.max(1, ...values);
  const bottom = Math.min(0, ...values);
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const step = width / Math.max(MIN_BARS, values.length);
  const zero = y(0);
  const bars = values.map((value, i) => {
    const barHeight = Math.max(MIN_HEIGHT, Math.abs(y(value) - zero));
    return { x: i * step + step * 0.12, y: value >= 0 ? zero - barHeight : zero, width: step * 0.76, height: barHeight };
  });
  return { bars, zero, y };
}
