/** Constants and limits of the specification (sections 3, 5, 8 and 9) and of the wire. */
export const requestTimeoutMs = 90_000;
export const chunkTimeoutMs = 120_000;
export const chartPointsMax = 100;
export const placeholderChart = { points: 100, start: 52_100, stepMax: 5 } as const;
export const rootFontPxMax = 100;
export const designWidths = { wide: 1920, narrow: 750, wideAbovePx: 1000 } as const;
export const minimumDeposits = { USDT: '120', BTC: '0.015', ETH: '0.2' } as const;
export const imageBytesMax = 2 * 1024 * 1024;
export const requestBytesMax = 50 * 1024 * 1024;
export const areaCodes = ['+49', '+55', '+60', '+61', '+64', '+65', '+66', '+81', '+91', '+852', '+886'] as const;
export const homeClaims = {
  volumeUsd24h: '3800000000',
  listedCryptocurrencies: 350,
  registeredUsers: 1_200_000,
  feeBelowPercent: '0.3',
} as const;
export const demoInitialBalance = '100000';

export const listLimit = { fallback: 20, max: 100 } as const;
/** Lines of a statement that is taken away as a file. */
export const statementLinesMax = 10_000;
/** Lines of a report of a tax year; one that has more says so, and sums nothing up. */
export const reportLinesMax = { csv: 200_000, pdf: 5_000 } as const;
/** Quotes of the tape returned for one instrument at once. */
export const recentQuotes = { fallback: 40, max: 256 } as const;
/** Characters of what a person's site keeps of how its screens are set up. */
export const layoutCharsMax = 32_768;
/** More stars than anyone looks at; beyond it the oldest fall off. */
export const watchlistMax = 200;
/** The most instruments whose news are requested at once. */
export const newsCodesMax = 100;
/** Devices of one person that receive notifications while the site is closed; beyond it the oldest is dropped. */
export const pushDevicesMax = 10;
/** Price alerts of one person that wait at the same time. */
export const priceAlertsMax = 50;
export const idempotencyKeyCharsMax = 64;
export const repeatWindowMs = 3000;
/** How long it is kept what a call was answered. */
export const answersKeptHours = 48;

export const feed = {
  /** Largest number of batches a client receives in a second. */
  batchesPerSecondMax: 4,
  /** Bytes that may wait for one slow reader before its socket is closed with 1013. */
  backlogBytesMax: 1024 * 1024,
  pingMs: 20_000,
  codesMax: 1000,
  /** A price older than this is marked as delayed by the client. */
  delayedAfterMs: 10_000,
} as const;

/** Instruments whose lines one call asks for: more than a window shows. */
export const quotedCodesMax = 100;
