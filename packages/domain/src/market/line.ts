/** The change from the first point of a line to its last one, in percent as changes are written: cut, never rounded. */
export function changeOf(points: readonly number[]): string {
  const [first = 0] = points;
  const last = points.at(-1) ?? 0;
  // Of what a float adds or lacks nothing is cut.
  const hundredths = Number((((last - first) / first) * 10_000).toFixed(6));
  return first > 0 ? (Math.trunc(hundredths) / 100).toFixed(2) : '0.00';
}

/** Points of a day's line in an hour: they are a quarter of an hour apart. */
const hourPoints = 4;
/** With fewer hours than these the usual level is unknown. */
const hoursMin = 6;

/** The change of the last hour of a day's line, and its size over the usual size of an hour; 0 while nothing is usual. */
export function lastHourOf(points: readonly number[]): { change: string; beyondUsual: number } {
  const hours = Math.floor((points.length - 1) / hourPoints);
  const at = (hoursAgo: number) => points.at(-1 - hoursAgo * hourPoints) ?? 0;
  const sizes = Array.from({ length: hours }, (_, hour) => Math.abs(at(hour) / at(hour + 1) - 1));
  const [last = 0, ...others] = sizes;
  const usual = others.reduce((sum, size) => sum + size, 0) / Math.max(others.length, 1);
  const change = changeOf([at(1), at(0)]);
  return { change, beyondUsual: hours < hoursMin || usual === 0 || Number(change) === 0 ? 0 : last / usual };
}
