/** Every recipe by its name; one file of them for each thing that moves money. */
export * from './charity.ts';
export * from './contracts.ts';
export * from './corrections.ts';
export * from './funds.ts';
export * from './house.ts';
export * from './loans.ts';
export * from './options.ts';
export * from './plans.ts';
export * from './referral.ts';
export * from './spot.ts';
