import { z } from 'zod';
import { keyRights } from '../vocabulary/api-keys.ts';
import { remindedKinds } from '../vocabulary/calendar.ts';
import { depositReasons, withdrawalReasons } from '../vocabulary/funds.ts';
import { priceAlertsMax, watchlistMax } from '../vocabulary/limits.ts';
import { loanRejections } from '../vocabulary/loans.ts';
import { alertDirections, notificationKinds } from '../vocabulary/notifications.ts';
import { books } from '../vocabulary/statuses.ts';
import { code, decimal, id, isoTime, page, positive, signedDecimal } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const contract = { orderId: z.string(), code: z.string(), side: z.enum(['long', 'short']), lots: decimal, price: decimal };
const closed = {
  ...contract,
  profit: signedDecimal,
  reason: z.enum(['stopLoss', 'takeProfit', 'trailingStop', 'manual']),
};
const plan = { orderId: z.string(), product: z.string() };
const piece = { nftId: z.string(), title: z.string() };

/** Facts, never words: each reader's client says them in the reader's language. Money is USDT. */
const values = {
  positionOpened: z.object(contract),
  positionClosed: z.object(closed),
  positionParted: z.object(closed),
  positionLiquidated: z.object({ ...contract, profit: signedDecimal }),
  orderEnded: z.object({ ...contract, ending: z.enum(['expired', 'uncovered']) }),
  marginWarning: z.object({ ...contract, liquidationPrice: decimal }),
  optionSettled: z.object({
    orderId: z.string(),
    code: z.string(),
    direction: z.enum(['up', 'down']),
    stake: decimal,
    outcome: z.enum(['won', 'lost', 'tie', 'void']),
    profit: signedDecimal,
  }),
  shareSplit: z.object({ orderId: z.string(), code: z.string(), oldUnits: decimal, newUnits: decimal }),
  dividend: z.object({
    orderId: z.string(),
    code: z.string(),
    side: z.enum(['long', 'short']),
    lots: decimal,
    profit: signedDecimal.describe('received; negative was paid'),
  }),
  spotFilled: z.object({
    orderId: z.string(),
    code: z.string(),
    side: z.enum(['buy', 'sell']),
    base: z.string(),
    quantity: decimal,
    price: decimal,
  }),
  spotExpired: z.object({
    orderId: z.string(),
    code: z.string(),
    side: z.enum(['buy', 'sell']),
    base: z.string(),
    quantity: decimal,
  }),
  planIncome: z.object({ ...plan, income: decimal }),
  planMatured: z.object({ ...plan, principal: decimal, income: decimal.describe('all of it, from the first day') }),
  planExited: z.object({ ...plan, returned: decimal }),
  planExpired: z.object({ ...plan, principal: decimal }),
  inviteReward: z.object({
    day: z.iso.date().describe('UTC day of the fees'),
    asset: z.string(),
    amount: decimal,
  }),
  priceAlert: z.object({
    code: z.string(),
    direction: z.enum(alertDirections),
    price: decimal,
    reached: decimal.describe('the bid of an alert above, the ask of one below'),
  }),
  calendarEvent: z.object({
    code: z.string().describe('the instrument that it was asked for'),
    at: isoTime,
    event: z.enum(remindedKinds),
    what: z.string().describe('whose it is, and how its source calls it'),
  }),
  outbid: z.object({ ...piece, released: decimal, currentBid: decimal }),
  nftWon: z.object({ ...piece, donation: decimal, charity: z.string() }),
  reserveMissed: z.object({ ...piece, released: decimal }),
  notice: z.object({ contentId: z.string(), title: z.string().describe('in the person’s language when it was told') }),
  depositStatus: z.object({
    depositId: z.string(),
    asset: z.string(),
    amount: decimal,
    deposit: z.enum(['approved', 'completed', ...depositReasons]).describe('what it is now, or why it ended without its money'),
  }),
  withdrawalStatus: z.object({
    withdrawalId: z.string(),
    asset: z.string(),
    amount: decimal,
    withdrawal: z.enum(['approved', 'completed', ...withdrawalReasons]).describe('what it is now, or why its money returned'),
  }),
  loanStatus: z.object({
    loanNo: z.string(),
    amount: decimal,
    loan: z.enum(['paidOut', 'repaid', 'expired', ...loanRejections]).describe('what it is now, or why it was turned down'),
  }),
  apiKeyMade: z.object({ keyName: z.string().describe('given by its owner'), right: z.enum(keyRights) }),
  limitReached: z.object({ limit: decimal, lost: decimal }),
  kycStatus: z.object({ caseNo: z.string(), kyc: z.enum(['verified', 'failed']) }),
  supportAnswered: z.object({ operator: z.string().describe('name of who answered') }),
  loanDue: z.object({
    loanNo: z.string(),
    amount: decimal.describe('what will be taken'),
    dueDay: z.iso.date().describe('UTC'),
  }),
};

const base = {
  id: z.string(),
  book: z.enum(books).nullable().describe('null when it concerns neither account'),
  createdAt: isoTime,
  read: z.boolean(),
};
const told = <K extends keyof typeof values>(kind: K) => z.object({ ...base, kind: z.literal(kind), values: values[kind] });

export const notification = z.discriminatedUnion('kind', [
  told('positionOpened'),
  told('positionClosed'),
  told('positionParted'),
  told('positionLiquidated'),
  told('orderEnded'),
  told('marginWarning'),
  told('optionSettled'),
  told('shareSplit'),
  told('dividend'),
  told('spotFilled'),
  told('apiKeyMade'),
  told('spotExpired'),
  told('planIncome'),
  told('planMatured'),
  told('planExited'),
  told('planExpired'),
  told('priceAlert'),
  told('calendarEvent'),
  told('outbid'),
  told('nftWon'),
  told('reserveMissed'),
  told('inviteReward'),
  told('notice'),
  told('depositStatus'),
  told('withdrawalStatus'),
  told('loanStatus'),
  told('loanDue'),
  told('kycStatus'),
  told('limitReached'),
  told('supportAnswered'),
]);
export type Notification = z.infer<typeof notification>;

const preference = z.object({ kind: z.enum(notificationKinds), inApp: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type NotificationPreference = z.infer<typeof preference>;

const priceAlert = z.object({
  id: z.string(),
  code: z.string(),
  direction: z.enum(alertDirections),
  price: decimal,
  createdAt: isoTime,
});
export type PriceAlert = z.infer<typeof priceAlert>;

const unread = z.number().int().describe('counted up to 100');
const watchlist = z.object({ codes: z.array(z.string()).describe('oldest first') });
const codes = z.array(code).max(watchlistMax).default([]);

/** Calls of the user module that the specification does not name: a person's notifications and their preferences. */
export const notificationCalls = {
  listNotification: endpoint({
    method: 'GET',
    path: '/user/listNotification',
    auth: 'user',
    summary: 'Notifications of both accounts, newest first, and how many are unread (beyond the specification)',
    input: { show: z.enum(['all', 'unread']).default('all'), ...page },
    result: z.object({ items: z.array(notification), nextCursor: z.string().nullable(), unread }),
  }),
  readNotification: endpoint({
    method: 'POST',
    path: '/user/readNotification',
    auth: 'user',
    summary: 'Marks one notification read, or with `upTo` it and all older ones; exactly one of the two is given',
    input: { id: id.optional(), upTo: id.optional() },
    result: z.object({ unread }),
  }),
  notificationPreferences: endpoint({
    method: 'GET',
    path: '/user/notificationPreferences',
    auth: 'user',
    summary: 'What is told on the site, by mail and on devices, for every kind (beyond the specification)',
    input: {},
    result: z.array(preference),
  }),
  setNotificationPreference: endpoint({
    method: 'POST',
    path: '/user/setNotificationPreference',
    auth: 'user',
    summary: 'Chooses for one kind whether it is told on the site, by mail and on devices, from now on',
    input: { ...preference.shape, push: z.boolean().optional().describe('left out, it stays as it is') },
    result: z.array(preference),
  }),
  watchlist: endpoint({
    method: 'GET',
    path: '/user/watchlist',
    auth: 'user',
    summary: 'Codes of the starred instruments (beyond the specification)',
    input: {},
    result: watchlist,
  }),
  setWatchlist: endpoint({
    method: 'POST',
    path: '/user/setWatchlist',
    auth: 'user',
    summary: `Takes codes off the watchlist and puts others on it, at most ${watchlistMax} in all: the oldest fall off`,
    input: { add: codes, remove: codes },
    result: watchlist,
  }),
  priceAlerts: endpoint({
    method: 'GET',
    path: '/user/priceAlerts',
    auth: 'user',
    summary: 'Price alerts that wait, newest first; one that has fired is a notification (beyond the specification)',
    input: {},
    result: z.array(priceAlert).max(priceAlertsMax),
  }),
  createPriceAlert: endpoint({
    method: 'POST',
    path: '/user/createPriceAlert',
    auth: 'user',
    moves: true,
    summary: 'Tells once when the bid has risen to a price, or the ask has fallen to it',
    input: { code, direction: z.enum(alertDirections), price: positive('11019') },
    result: priceAlert,
  }),
  deletePriceAlert: endpoint({
    method: 'POST',
    path: '/user/deletePriceAlert',
    auth: 'user',
    summary: 'Withdraws a price alert',
    input: { id },
    result: z.array(priceAlert).max(priceAlertsMax),
  }),
};
