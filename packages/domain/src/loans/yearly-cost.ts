import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Fixed, divideInteger, fixed } from '../money/fixed.ts';
import { type LoanTerms, interestToTerm, repaymentAmount } from './terms.ts';

/** A rate by the year has four decimals, which are two of a percentage. */
const scale = 4;
const whole = 10n ** BigInt(scale);
const yearDays = 365n;

/**
 * How the law where a language is spoken writes what a loan costs in a year, free days and all costs included. Compound: repaid and
 * borrowed again at the same cost for a year (Directive 2008/48/EC, Annex I; Hong Kong's Money Lenders Ordinance, Schedule 2; the
 * APR of the FCA). Simple: all interest over the principal, by the day (実質年率 of the Money Lending Business Act; 연 이자율 of the Act
 * on Registration of Credit Business).
 */
const methods: Readonly<Record<Language, 'compound' | 'simple'>> = {
  zh: 'compound',
  en: 'compound',
  ja: 'simple',
  ko: 'simple',
  de: 'compound',
  fr: 'compound',
  it: 'compound',
  es: 'compound',
  ar: 'compound',
  hk: 'compound',
};

/** What a loan kept to term costs in a year, rounded to the nearest hundredth of a percent: for comparing it with others. */
export function yearlyCost(terms: LoanTerms, language: Language): Fixed {
  return fixed(methods[language] === 'simple' ? simple(terms) : compound(terms), scale);
}

/** interest ÷ principal × 365 ÷ days. */
function simple(terms: LoanTerms): bigint {
  const divisor = terms.principal * BigInt(terms.days);
  return divideInteger(2n * interestToTerm(terms) * yearDays * whole + divisor, 2n * divisor, 'down');
}

/** (repayment ÷ principal) to the power of 365 ÷ days, less one. In whole numbers, so that the browser and the agreement agree. */
function compound(terms: LoanTerms): bigint {
  const days = BigInt(terms.days);
  const [target, step] = [repaymentAmount(terms) ** yearDays * (2n * whole) ** days, terms.principal ** yearDays];
  // Whether so many units and a half would be more than it costs: the smallest number of units is the nearest.
  const isAbove = (units: bigint) => (2n * (whole + units) + 1n) ** days * step > target;
  let [low, high] = [0n, 1n];
  while (!isAbove(high)) [low, high] = [high, 2n * high];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (isAbove(middle)) high = middle;
    else low = middle + 1n;
  }
  return high;
}
