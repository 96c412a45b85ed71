import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Fixed, fixed, formatFixed, multiply } from '../money/fixed.ts';
import { type LoanTerms, chargedToTerm, interestToTerm, repaymentAmount, yearlyRate } from './terms.ts';
import { yearlyCost } from './yearly-cost.ts';

/** The figures of an agreement in their order; everything else in it is words. */
const agreementFigures = [
  'borrower',
  'amount',
  'days',
  'freeDays',
  'dailyRate',
  'yearlyRate',
  'yearlyCost',
  'totalInterest',
  'repaymentAmount',
] as const;
type Figure = (typeof agreementFigures)[number];

/** A version of the agreement in one language, as in the locales. */
export interface AgreementText {
  readonly version: string;
  readonly title: string;
  readonly preamble: string;
  readonly figures: Readonly<Record<Figure, string>>;
  /** `{{formula}}` is the placeholder of the interest's calculation. */
  readonly clauses: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
  readonly closing: string;
}

/** An agreement with its figures filled in: what is shown, signed, stored and taken away is this, to the letter. */
export interface Agreement {
  readonly version: string;
  readonly title: string;
  readonly preamble: string;
  readonly figures: readonly { readonly name: string; readonly value: string }[];
  readonly clauses: AgreementText['clauses'];
  readonly closing: string;
}

/** Figures in plain notation, the same on every device; what a year costs as the law of the text's language writes it. */
export function agreementOf(text: AgreementText, language: Language, borrower: string, terms: LoanTerms): Agreement {
  const values: Record<Figure, string> = {
    borrower,
    amount: money(terms.principal),
    days: String(terms.days),
    freeDays: String(terms.freeDays),
    dailyRate: percent(terms.dailyRate),
    yearlyRate: percent(yearlyRate(terms)),
    yearlyCost: percent(yearlyCost(terms, language)),
    totalInterest: money(interestToTerm(terms)),
    repaymentAmount: money(repaymentAmount(terms)),
  };
  const days = String(chargedToTerm(terms));
  const formula = isolated(`${values.amount} × ${values.dailyRate} × ${days} = ${values.totalInterest}`);
  return {
    version: text.version,
    title: text.title,
    preamble: text.preamble,
    figures: agreementFigures.map((figure) => ({ name: text.figures[figure], value: values[figure] })),
    clauses: text.clauses.map(({ title, paragraphs }) => ({
      title,
      paragraphs: paragraphs.map((paragraph) => paragraph.replaceAll('{{formula}}', formula)),
    })),
    closing: text.closing,
  };
}

function money(value: Amount): string {
  return `${formatAmount(value, usdt, 2)} ${usdt.code}`;
}

function percent(rate: Fixed): string {
  return `${formatFixed(multiply(rate, fixed(100n, 0)))}%`;
}

/** Keeps a figure left to right inside a text of either direction. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
