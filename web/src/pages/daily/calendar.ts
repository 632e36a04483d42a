/** The days of a month as the weeks of a calendar, from Monday on. */

/** The days such as 2026-11-16; null before the first and after the last. */
export function weeksOf(month: string): (string | null)[][] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, i) => {
    const day = i - before + 1;
    return day >= 1 && day <= days ? `${month}-${String(day).padStart(2, '0')}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/** The month so many months later. */
export function monthAfter(month: string, months = 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
