import { type LoanOffer, readOffer } from './terms.ts';

/** What a sandbox lends. Deployments put their own terms on offer by their operators. */
export const loanOffers: readonly LoanOffer[] = [
  { id: 'loan-7', days: 7, dailyRate: '0.0005', freeDays: 3, amountMin: '100', amountMax: '5000' },
  { id: 'loan-30', days: 30, dailyRate: '0.0004', freeDays: 7, amountMin: '100', amountMax: '20000' },
  { id: 'loan-90', days: 90, dailyRate: '0.00035', freeDays: 7, amountMin: '500', amountMax: '30000' },
  { id: 'loan-180', days: 180, dailyRate: '0.0003', freeDays: 7, amountMin: '1000', amountMax: '50000' },
].map(readOffer);
