import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { demoInitialBalance, minimumDeposits } from '@assay/contract/vocabulary/limits.ts';
import { validDaysMax } from '@assay/domain/dealing/validity.ts';
import { withdrawalFee } from '@assay/domain/funds/decide-withdrawal.ts';
import { loanOffers } from '@assay/domain/loans/catalogue.ts';
import { type LoanTerms, chargedToTerm, interestToTerm, repaymentAmount, yearlyRate } from '@assay/domain/loans/terms.ts';
import { yearlyCost } from '@assay/domain/loans/yearly-cost.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { gapMaxPercent } from '@assay/domain/market/sanity.ts';
import { type Amount, formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, divide, fixed, formatFixed, multiply, one, toFixed } from '@assay/domain/money/fixed.ts';
import { ratio, scaled } from '@assay/domain/money/ratio.ts';
import { minimumBid } from '@assay/domain/nfts/auction.ts';
import { winOf } from '@assay/domain/options/decide-buy.ts';
import { breakEvenChance, optionPeriods } from '@assay/domain/options/periods.ts';
import { planListings } from '@assay/domain/plans/catalogue.ts';
import { decideExit } from '@assay/domain/plans/decide-exit.ts';
import { dayMs } from '@assay/domain/plans/schedule.ts';
import { planTerms, wholeIncome } from '@assay/domain/plans/terms.ts';
import { resultOf } from '@assay/domain/positions/costs.ts';
import { financingFor } from '@assay/domain/positions/financing.ts';
import { liquidationPrice } from '@assay/domain/positions/liquidation.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { targetsMax } from '@assay/domain/positions/targets/targets.ts';
import { type Side, type Terms, feeAt, notionalAt, openingAt, profitAt, termsFor } from '@assay/domain/positions/terms.ts';
import { rewardOn } from '@assay/domain/referral/terms.ts';
import { priceAfter } from '@assay/domain/splits/action.ts';
import { limitAfter, stopsAfter } from '@assay/domain/splits/adjust-contract.ts';
import { decideDividend } from '@assay/domain/splits/dividend.ts';
import { splitAgain } from '@assay/domain/splits/split.ts';
import { dealAt, termsFor as spotTermsFor } from '@assay/domain/spot/terms.ts';
import { keptTable } from './kept-table.ts';

/** A number of the texts as a plain decimal; rates are shown in percent. */
interface Figure {
  readonly value: string;
  readonly rate: boolean;
}

/** Every number of the shipped texts, by its placeholder's name between double braces. */
export function workedFigures(): ReadonlyMap<string, Figure> {
  const number = (value: string): Figure => ({ value, rate: false });
  const rate = (value: string): Figure => ({ value, rate: true });
  return new Map<string, Figure>([
    ...Object.entries({
      ...contractFigures(),
      ...splitFigures(),
      ...optionFigures(),
      ...spotFigures(),
      ...planFigures(),
      ...moneyFigures(),
    }).map(([name, value]) => [name, number(value)] as const),
    ...Object.entries(rates()).map(([name, value]) => [name, rate(value)] as const),
  ]);
}

/**
 * Puts figures and the table of what browsers keep into a text, in the language's own notation. An unknown name is our own
 * mistake.
 */
export function fillIn(text: string, language: Language, figures: ReadonlyMap<string, Figure>): string {
  const plain = new Intl.NumberFormat(localeTags[language], { maximumFractionDigits: 8 });
  const percent = new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 4 });
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (name === 'keptTable') return keptTable(language);
    const figure = figures.get(name);
    if (figure === undefined) throw new Error(`no figure is called ${name}`);
    // As the law of the language's countries writes it.
    const value = name === 'loanApr' ? apr(language) : figure.value;
    return (figure.rate ? percent : plain).format(Number(value));
  });
}

const usd = (text: string): Amount => {
  const amount = parseAmount(text, usdt);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
};
const inUsdt = (amount: Amount) => formatAmount(amount, usdt);

function instrumentOf(code: string) {
  const found = instruments.find((instrument) => instrument.code === code);
  if (found === undefined) throw new Error(`${code} is not listed`);
  return found;
}

/** One unit at 100 with tenfold leverage, closed at 104; the fee beside it, not in it, to keep the example plain. */
function contractFigures() {
  const { contract } = instrumentOf('BTCUSDT');
  const example = (side: Side, feeRate: Fixed) => {
    const plain = { ...contract, lotSize: one, maintenanceRate: toFixed('0.005'), feeRate };
    const terms = termsFor({ priceScale: 2, contract: plain }, side, 10, one, one);
    return { terms, opening: openingAt(terms, 10_000) };
  };
  const liquidationOf = (side: Side): string => {
    const { terms, opening } = example(side, toFixed('0'));
    const ticks = liquidationPrice(terms, { openPrice: 10_000, margin: opening.margin, maintenance: opening.maintenance });
    return formatFixed({ units: BigInt(ticks ?? 0), scale: 2 });
  };
  const { terms, opening } = example('long', contract.feeRate);
  const profit = profitAt(terms, 10_000, 10_400);
  return {
    price: '100',
    leverage: '10',
    margin: inUsdt(opening.margin),
    contractFee: inUsdt(feeAt(terms, 10_000)),
    maintenance: inUsdt(opening.maintenance),
    liquidationLong: liquidationOf('long'),
    liquidationShort: liquidationOf('short'),
    closePrice: '104',
    profit: inUsdt(profit),
    ...heldFigures(terms, profit),
    leverageForex: leverageMax('EURUSD'),
    leverageCrypto: leverageMax('BTCUSDT'),
    leverageStock: leverageMax('AAPL'),
  };
}

/** The same contract with all that it costs: held for three nights, then closed at 104. */
function heldFigures(terms: Terms, profit: Amount) {
  const nights = 3;
  const openFee = feeAt(terms, 10_000);
  const closeFee = feeAt(terms, 10_400);
  const financing = financingFor(terms, 10_000, nights);
  return {
    nights: String(nights),
    holdFinancing: inUsdt(financing),
    closeFee: inUsdt(closeFee),
    allCosts: inUsdt(sum(openFee, financing, closeFee)),
    netResult: inUsdt(resultOf(profit, closeFee, { openFee, financing }).net),
    targetsMax: String(targetsMax),
    validDays: String(validDaysMax),
  };
}

function leverageMax(code: string): string {
  return String(Math.max(...instrumentOf(code).contract.leverages));
}

/** Ten shares at 700 that are split 7 for 1, and a dividend on them. */
function splitFigures() {
  const { contract } = instrumentOf('AAPL');
  const split = ratio(7n, 1n);
  const places = { priceScale: 2 };
  const terms = termsFor({ ...places, contract: { ...contract, lotSize: one } }, 'long', 2, toFixed('10'), one);
  const after = { ...terms, splits: splitAgain(terms.splits, split, true) };
  const inDollars = (ticks: number | null) => formatFixed(priceOf(ticks ?? 0, places));
  const price = 70_000;
  const rich = { available: usd('0'), margin: usd('0') };
  return {
    splitTo: String(split.to),
    splitFrom: String(split.from),
    heldShares: formatFixed(terms.quantity),
    newShares: formatFixed(scaled(terms.quantity, split, 'down')),
    oldPrice: inDollars(price),
    newPrice: inDollars(priceAfter(price, split, 'down')),
    heldWorth: formatFixed(notionalAt(after, priceAfter(price, split, 'down'))),
    oldStop: inDollars(56_000),
    newStop: inDollars(stopsAfter('long', { stopLoss: 56_000, takeProfit: null, trailing: null }, split).stopLoss),
    oldLimit: inDollars(63_000),
    newLimit: inDollars(limitAfter('long', 63_000, split)),
    dividend: '0.51',
    dividendPaid: inUsdt(decideDividend(terms, toFixed('0.51'), rich).received),
  };
}

/** A stake of 10 for one minute on a cryptocurrency. */
function optionFigures() {
  const period = shortestPeriod();
  const stake = usd('10');
  const win = winOf({ stake, payoutRate: period.payoutRate });
  return {
    stake: inUsdt(stake),
    optionWin: inUsdt(win),
    optionBack: inUsdt(sum(stake, win)),
    stakeMin: inUsdt(period.stakeMin),
  };
}

function shortestPeriod() {
  const [period] = optionPeriods({ assetClass: 'crypto' });
  if (period === undefined) throw new Error('no options are offered on cryptocurrencies');
  return period;
}

function spotFeeRate(): Fixed {
  const { spot } = instrumentOf('BTCUSDT');
  if (spot === null) throw new Error('BTC is not traded spot');
  return spot.feeRate;
}

/** 0.01 BTC bought at 64,000. */
function spotFigures() {
  const btc = assetOf('BTC');
  const deal = dealAt(spotTermsFor('BTC', 2, spotFeeRate(), 'buy', toFixed('0.01')), 6_400_000);
  return {
    spotQuantity: '0.01',
    spotPrice: '64000',
    spotPaid: inUsdt(deal.paid),
    spotFee: formatAmount(deal.fee, btc),
    spotReceived: formatAmount(deal.net, btc),
  };
}

/** 1,000 in the product "Balance" for 30 days, and left after 10. */
function planFigures() {
  const { product, period } = samplePlan();
  const terms = planTerms(usd('1000'), period, product.penaltyRate);
  const exit = decideExit({ terms, status: 'inIncome', openedAt: 0 }, 10 * dayMs);
  if (isRefused(exit)) throw new Error('a plan in income can be left');
  return {
    principal: '1000',
    planDays: String(period.days),
    planDaily: inUsdt(terms.dailyIncome),
    planWhole: inUsdt(wholeIncome(terms)),
    exitDay: String(exit.incomeDays),
    exitReceived: inUsdt(exit.received),
    exitPenalty: inUsdt(exit.penalty),
    exitReturned: inUsdt(exit.returned),
    exitInHand: inUsdt(sum(exit.returned, exit.received)),
  };
}

function samplePlan() {
  const product = planListings.find((listing) => listing.product.id === 'plan-balance')?.product;
  const period = product?.periods.find(({ days }) => days === 30);
  if (product === undefined || period === undefined) throw new Error('the plan of the example is not listed');
  return { product, period };
}

/** A loan, a bid, a withdrawal and an invitation with round numbers; their rates are examples and said to be. */
function moneyFigures() {
  const offer = sampleLoan();
  const loan: LoanTerms = { ...offer, principal: usd('1000') };
  const withdrawal = withdrawalFee(usd('200'), { rate: toFixed(exampleRates.withdrawalRate), min: nothing, max: null }, usdt);
  return {
    demo: demoInitialBalance,
    depositUsdt: minimumDeposits.USDT,
    depositBtc: minimumDeposits.BTC,
    depositEth: minimumDeposits.ETH,
    loan: inUsdt(loan.principal),
    loanDays: String(loan.days),
    loanFree: String(loan.freeDays),
    loanInterestDays: String(chargedToTerm(loan)),
    loanInterest: inUsdt(interestToTerm(loan)),
    loanBack: inUsdt(repaymentAmount(loan)),
    bid: '50',
    nextBid: inUsdt(minimumBid({ startPrice: usd('10'), currentBid: usd('50') })),
    withdrawal: '200',
    withdrawalFee: inUsdt(withdrawal.fee),
    withdrawalActual: inUsdt(withdrawal.actual),
    invitedFees: '10',
    inviteReward: inUsdt(rewardOn(usd('10'), usdt, toFixed(exampleRates.inviteRate))),
    inviteDays: '365',
    retentionYears: '5',
  };
}

const overYear = (daily: Fixed): Fixed => multiply(daily, fixed(365n, 0));

/** What operators set by parameters; the texts name these as examples. */
const exampleRates = { withdrawalRate: '0.01', inviteRate: '0.2', bidStep: '0.05' };

function sampleLoan() {
  const offer = loanOffers.find(({ days }) => days === 30);
  if (offer === undefined) throw new Error('the loan of the example is not offered');
  return offer;
}

/** What the loan of the example costs in a year. */
function apr(language: Language): string {
  return formatFixed(yearlyCost({ ...sampleLoan(), principal: usd('1000') }, language));
}

/** Shares: rates in force for new orders by the catalogue, and those of the examples. */
function rates() {
  const { product, period } = samplePlan();
  const terms = instrumentOf('BTCUSDT').contract;
  const feeOf = (code: string) => formatFixed(instrumentOf(code).contract.feeRate);
  return {
    feeCrypto: feeOf('BTCUSDT'),
    feeForex: feeOf('EURUSD'),
    feeStock: feeOf('AAPL'),
    feeFuture: feeOf('XAUUSD'),
    feeSpot: formatFixed(spotFeeRate()),
    financingLong: formatFixed(terms.financingRateLong),
    financingShort: formatFixed(terms.financingRateShort),
    maintenanceRate: formatFixed(terms.maintenanceRate),
    gapShare: formatFixed({ units: BigInt(gapMaxPercent), scale: 2 }),
    onMargin: formatFixed(divide(toFixed('4'), toFixed('10'), 4, 'exact')),
    payoutRate: formatFixed(shortestPeriod().payoutRate),
    optionBreakEven: formatFixed(breakEvenChance(shortestPeriod().payoutRate)),
    planYield: formatFixed(period.dailyYield),
    planYearly: formatFixed(overYear(period.dailyYield)),
    planHold: formatFixed(multiply(period.dailyYield, fixed(BigInt(period.days), 0))),
    planPenalty: formatFixed(product.penaltyRate),
    loanRate: formatFixed(sampleLoan().dailyRate),
    loanYearly: formatFixed(yearlyRate(sampleLoan())),
    loanApr: apr('en'),
    ...exampleRates,
  };
}
