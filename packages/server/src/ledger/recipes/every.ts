/** Every recipe by its name; one file of them for each thing that moves money. */
export * from './contracts.ts';
export * from './funds.ts';
export * from './house.ts';
export * from './options.ts';
export * from './plans.ts';
export * from './spot.ts';
