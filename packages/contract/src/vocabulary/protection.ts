/** The length of a pause from opening anything; counted in days. */
export const coolOffDays = { '1d': 1, '3d': 3, '7d': 7 } as const;
export type CoolOffPeriod = keyof typeof coolOffDays;
export const coolOffPeriods = ['1d', '3d', '7d'] as const satisfies readonly CoolOffPeriod[];

/** The length of a self-exclusion; counted in calendar months, `forGood` has no end. */
export const exclusionMonths = { '1m': 1, '3m': 3, '6m': 6, forGood: null } as const;
export type ExclusionPeriod = keyof typeof exclusionMonths;
export const exclusionPeriods = ['1m', '3m', '6m', 'forGood'] as const satisfies readonly ExclusionPeriod[];

/** What can keep an account from opening anything. */
export const blockCodes = ['11130', '11131', '11132', '11133', '11264', '11265'] as const;
export type BlockCode = (typeof blockCodes)[number];

/** USDT. */
export const dailyLossMin = '1';
export const dailyLossMax = '1000000';
/** Choices of one person within 24 hours. */
export const limitChoicesMax = 30;
