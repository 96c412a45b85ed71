import { type PlanProduct, readOffer } from './product.ts';

/** The one logo of all products. */
export const planLogo = '/logos/plan/goldai.svg';

/** A product as it is listed. One with `startsAfterDays` is given its start date when it is put on sale. */
export interface PlanListing {
  readonly product: PlanProduct;
  readonly startsAfterDays: number | null;
}

interface Row {
  readonly name: string;
  readonly amounts: readonly [min: string, max: string];
  readonly penaltyRate: string;
  /** Daily yield by days. */
  readonly periods: Readonly<Record<number, string>>;
  readonly startsAfterDays?: number;
}

/** The longer money is bound, the more each day pays and the more it costs to leave early. */
const rows: readonly Row[] = [
  {
    name: 'Start',
    amounts: ['50', '2000'],
    penaltyRate: '0.01',
    periods: { 7: '0.0002', 15: '0.00025', 30: '0.0003' },
  },
  {
    name: 'Steady',
    amounts: ['200', '10000'],
    penaltyRate: '0.02',
    periods: { 15: '0.0003', 30: '0.00035', 60: '0.0004' },
  },
  {
    name: 'Balance',
    amounts: ['500', '20000'],
    penaltyRate: '0.03',
    periods: { 30: '0.0004', 60: '0.00045', 90: '0.0005' },
  },
  {
    name: 'Growth',
    amounts: ['1000', '50000'],
    penaltyRate: '0.04',
    periods: { 60: '0.0005', 90: '0.00055', 180: '0.0006' },
  },
  {
    name: 'Horizon',
    amounts: ['2000', '100000'],
    penaltyRate: '0.05',
    periods: { 90: '0.0006', 180: '0.00065', 365: '0.0007' },
  },
  {
    name: 'Launch',
    amounts: ['100', '5000'],
    penaltyRate: '0.02',
    periods: { 30: '0.00045', 60: '0.0005' },
    startsAfterDays: 7,
  },
];

export const planListings: readonly PlanListing[] = rows.map(
  ({ name, amounts, penaltyRate, periods, startsAfterDays = null }) => {
    const offer = readOffer({
      amountMin: amounts[0],
      amountMax: amounts[1],
      penaltyRate,
      startsAt: null,
      periods: Object.entries(periods).map(([days, dailyYield]) => ({ days: Number(days), dailyYield })),
    });
    const names = { id: `plan-${name.toLowerCase()}`, code: `GOLDAI-${name.toUpperCase()}`, name: `Gold AI ${name}` };
    return { product: { ...names, logo: planLogo, ...offer }, startsAfterDays };
  },
);
