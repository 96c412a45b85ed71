/** A tax year, named by the calendar year in which it begins. */
export interface TaxYear {
  readonly year: number;
  readonly isOver: boolean;
}

/** The tax years from that of the first booking to the one that runs, newest first: of others there is nothing to report. */
export function taxYears(first: number, now: number, beginsOn: string): TaxYear[] {
  const begins = (year: number) => Date.parse(`${year}-${beginsOn}T00:00:00Z`);
  const of = (at: number) => {
    const year = new Date(at).getUTCFullYear();
    return begins(year) > at ? year - 1 : year;
  };
  const [newest, oldest] = [of(now), of(Math.min(first, now))];
  return Array.from({ length: newest - oldest + 1 }, (_, back) => ({ year: newest - back, isOver: back > 0 }));
}
