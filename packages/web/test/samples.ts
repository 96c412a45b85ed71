// Things of the wire as the server sends them, for component tests that need one.
import type { DepositCoin, Withdrawal, WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { ContractTerms, MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import type { Receipt, SmartOrder, SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { kycFields } from '@assay/contract/vocabulary/kyc.ts';

export const bitcoin: MarketInfo = {
  code: 'BTCUSDT',
  type: 2,
  id: 'crypto-BTCUSDT',
  appName: 'Bitcoin',
  logo: '/logos/BTC.svg',
  price: '96000.00',
  nowPrice: '97123.40',
  zdf: '1.17',
  hundred: [],
  open: true,
  assetClass: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  bid: '97123.30',
  ask: '97123.50',
  open24h: '96000.00',
  high24h: '97500.00',
  low24h: '95500.00',
  turnover24h: '1000000',
  quoteToUsdt: '1',
  quoteTime: '2025-06-02T12:00:00.000Z',
  feed: 'simulated',
  suspended: false,
  hours: { id: 'always', timeZone: 'UTC', opensAt: null, closesAt: null },
  contract: null,
  options: [],
  spot: null,
  plan: null,
};

/** One lot is one BTC. */
export const bitcoinContract: ContractTerms = {
  lotSize: '1',
  lotStep: '0.01',
  lotsMin: '0.01',
  lotsMax: '100',
  leverages: [5, 10],
  feeRate: '0.0005',
  maintenanceRate: '0.005',
  financingRateLong: '0.0002',
  financingRateShort: '-0.0001',
  financingAt: '21:00',
};

export const position: Position = {
  id: 'p1',
  orderNo: 'U0001',
  code: bitcoin.code,
  instrumentId: bitcoin.id,
  orderType: 'market',
  side: 'long',
  lots: '0.02',
  handCount: '0.02',
  priceScale: 2,
  conversion: '1',
  leverage: 10,
  limitPrice: null,
  triggerPrice: null,
  triggeredAt: null,
  openPrice: '97123.50',
  closePrice: null,
  currentPrice: '97123.30',
  lastPrice: '97123.40',
  openTime: '2025-06-02T12:00:00.000Z',
  closeTime: null,
  createdAt: '2025-06-02T12:00:00.000Z',
  expiresAt: null,
  stopLoss: null,
  takeProfit: null,
  targets: [],
  trailingStop: null,
  trailingStopPrice: null,
  liquidationPrice: '88000.00',
  marginUsed: '194.25',
  fee: '0.97',
  openFee: '0.97',
  financing: '0',
  profit: '0',
  expectedProfit: null,
  splits: null,
  feeRate: '0.0005',
  financingRate: '0.0001',
  maintenanceRate: '0.005',
  maintenance: '9.71235',
  partOf: null,
  parts: 0,
  status: 'open',
  closeReason: null,
};

export const at = '2025-06-02T12:00:00.000Z';
const owed = { principal: '1000', interest: '3', total: '1003' };

export const spotOrder = (id: string): SpotOrder => ({
  id,
  orderNo: 'S0001',
  code: bitcoin.code,
  instrumentId: bitcoin.id,
  base: 'BTC',
  side: 'buy',
  type: 'limit',
  sizedBy: 'quantity',
  price: '90000.00',
  triggerPrice: null,
  triggeredAt: null,
  expiresAt: null,
  reason: null,
  priceScale: 2,
  quantity: '0.01',
  turnover: '900',
  filledPrice: null,
  feeRate: '0.001',
  fee: '0.00001',
  feeAsset: 'BTC',
  held: '900',
  heldAsset: 'USDT',
  profit: null,
  createdAt: at,
  filledAt: null,
  cancelledAt: null,
  status: 'open',
});

export const loan = (id: string, status: Loan['status']): Loan => ({
  id,
  loanNo: 'L0001',
  amount: '1000',
  days: 30,
  dailyRate: '0.0004',
  freeDays: 7,
  totalInterest: '9.2',
  repaymentDate: null,
  repaymentAmount: '1009.2',
  status,
  createdAt: at,
  paidOutAt: null,
  owed,
  principalPaid: '0',
  interestPaid: '0',
  interestPerDay: '0.4',
  day: 14,
  daysLeft: 16,
  overdue: false,
  schedule: [],
  agreementVersion: '2',
  agreementLanguage: 'en',
  history: [],
});

const used = { limit: '10000', used: '0' };
const onTron = { coin: 'USDT', network: 'TRC20', networkName: 'Tron (TRC20)', chain: 'tron' } as const;
const withdrawalFee = { rate: '0.01', min: null, max: '25' };
export const withdrawalTerms: WithdrawalTerms = {
  feeRate: '0.01',
  confirmBy: 'mail',
  holdUntil: null,
  newMethodWaitSeconds: 3600,
  level: 'unverified',
  day: used,
  month: used,
  coins: [{ ...onTron, fee: withdrawalFee, minimum: '50', confirmations: 20, available: '100', priceUsdt: '1' }],
  card: { coin: 'USDT', fee: { ...withdrawalFee, max: null }, minimum: '50', available: '100' },
};

export const withdrawal: Withdrawal = {
  id: 'w1',
  method: 'coin',
  label: 'Mine',
  network: 'Tron (TRC20)',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  asset: 'USDT',
  amount: '60',
  fee: '0.6',
  actualAmount: '59.4',
  hash: null,
  createdAt: at,
  status: 'pendingReview',
  history: [{ status: 'pendingReview', time: at, reason: null }],
};

export const plan: SmartOrder = {
  id: 'pl1',
  orderNo: 'P0001',
  productId: 'plan-start',
  product: 'Gold AI Start',
  days: 30,
  amount: '1000',
  dailyYield: '0.0004',
  runTime: 3,
  nextIncomeAt: at,
  cumulativeIncome: '1.2',
  incomeDays: 3,
  accruesFrom: at,
  penalty: '10',
  returnedIfExitedNow: '988.8',
  status: 'inIncome',
};
export const tron: DepositCoin = {
  coin: 'USDT',
  network: 'TRC20',
  networkName: 'Tron (TRC20)',
  chain: 'tron',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  qrText: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  minimum: '10',
  confirmations: 20,
  sample: true,
};
const times = { createdAt: at, usableFrom: at };
export const address: WithdrawalMethod = {
  ...times,
  kind: 'coin',
  id: 'm1',
  coin: 'USDT',
  network: 'TRC20',
  networkName: 'Tron (TRC20)',
  chain: 'tron',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  label: 'Mine',
};
export const card: WithdrawalMethod = {
  ...times,
  kind: 'card',
  id: 'm2',
  coin: 'USDT',
  name: 'Ada L',
  cardNumber: '•••• 4242',
  bankName: 'Bank',
};
/** Everything was fine the last time but the address. */
export const failed: Kyc = {
  status: 'failed',
  submittedAt: at,
  dueAt: null,
  decidedAt: at,
  hours: 48,
  documentType: 'idCard',
  higherLimits: null,
  higherLimitsFrom: null,
  kept: kycFields.filter((field) => field !== 'address'),
  rejected: [{ field: 'address', reason: 'mismatch' }],
};

/** Of a position that was liquidated: quotes and transfers, and no more terms than its direction. */
export const closedReceipt: Receipt = {
  id: '7',
  kind: 'contract',
  status: 'closed',
  terms: { orderNo: 'C1', side: 'long' },
  quotes: ['open', 'close'].map((moment) => ({
    moment,
    time: at,
    bid: '85798.08',
    ask: '85806.66',
    source: 'simulated BTCUSDT',
  })),
  steps: [],
  transfers: [
    {
      transactionId: 't1',
      time: at,
      reason: 'contract.liquidated',
      from: 'margin',
      to: 'house:insurance',
      asset: 'USDT',
      amount: '8529.18696',
    },
  ],
};

/** A piece whose auction runs. */
export const piece: NftDetail = {
  id: 'n1',
  title: 'Slow River',
  meaning: null,
  creator: 'Ines',
  chain: 'Ethereum',
  address: '0x1',
  image: '/art/1.svg',
  style: 'tide',
  currentBid: '240',
  minimumBid: '252',
  bids: 3,
  reserveMet: true,
  buyNowPrice: null,
  soldFor: null,
  startsAt: '2020-01-01T00:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
  status: 'onSale',
  charity: 'Rivers',
  cumulativeDonation: '0',
  story: '',
  history: [],
};
