import { type LoanOffer, readOffer } from './terms.ts';

/**
 * What a sandbox lends: no plan that it sells pays as much as any of these costs. Deployments put their own terms on offer by their
 * operators.
 */
export const loanOffers: readonly LoanOffer[] = [
  { id: 'loan-7', days: 7, dailyRate: '0.0012', freeDays: 2, amountMin: '100', amountMax: '5000' },
  { id: 'loan-30', days: 30, dailyRate: '0.001', freeDays: 5, amountMin: '100', amountMax: '20000' },
  { id: 'loan-90', days: 90, dailyRate: '0.0009', freeDays: 5, amountMin: '500', amountMax: '30000' },
  { id: 'loan-180', days: 180, dailyRate: '0.0008', freeDays: 5, amountMin: '1000', amountMax: '50000' },
].map(readOffer);
