/** Lowest and highest price of a day as they are now, and where the price is between them, from 0 to 1. */
interface DayRange {
  readonly low: string;
  readonly high: string;
  readonly place: number;
}

/** A price that is newer than the day's extremes can only have moved them outwards. Plain decimals, in and out. */
export function dayRange(price: string, day: { readonly low: string; readonly high: string }): DayRange {
  if (price === '') return { ...day, place: 0.5 };
  const now = Number(price);
  const low = now < Number(day.low) ? price : day.low;
  const high = now > Number(day.high) ? price : day.high;
  const span = Number(high) - Number(low);
  return { low, high, place: span > 0 ? (now - Number(low)) / span : 0.5 };
}
