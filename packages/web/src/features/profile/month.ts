/** The month so many months away, yyyy-mm as the calls name it. */
export function monthBy(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Its days as weeks from Monday on, yyyy-mm-dd; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
  ];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, day) => cells[week * 7 + day] ?? null));
}

/** How strongly a day is tinted, from 0 to 1: beside the month's largest result, either way. */
export function strengthOf(net: string, nets: readonly string[]): number {
  const largest = Math.max(0, ...nets.map((each) => Math.abs(Number(each))));
  return largest === 0 ? 0 : Math.abs(Number(net)) / largest;
}
