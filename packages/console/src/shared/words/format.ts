import { localeTags } from '@assay/contract/vocabulary/languages.ts';
import { useMemo } from 'react';
import { useLanguage } from './i18n.ts';

/** Shown where there is no value. */
export const absent = '—';

type Decimal = Intl.StringNumericLiteral;
const isDecimal = (text: string): text is Decimal => /^-?[0-9]+(?:\.[0-9]+)?$/.test(text);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats for operators: exact amounts, and times in UTC, as the books and the audit log have them. */
export function createFormat(language: 'zh' | 'en') {
  const tag = localeTags[language];
  const number = (text: string | number | null | undefined, options: Intl.NumberFormatOptions): string => {
    if (text === null || text === undefined || (typeof text === 'string' && !isDecimal(text))) return absent;
    // What is rounded to nothing has no sign.
    return new Intl.NumberFormat(tag, { signDisplay: 'negative', ...options }).format(text);
  };
  /** ISO 8601 without its T and Z: the same in every language, and in the order in which it sorts. */
  const instant = (when: string | number | null | undefined, from: number, to: number): string => {
    const date = new Date(when ?? Number.NaN);
    return Number.isNaN(date.getTime()) ? absent : date.toISOString().replace('T', ' ').slice(from, to);
  };
  const unit = (count: number, name: string) =>
    number(count, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: 0 });
  return {
    /** An amount to its last unit, at least two decimals; operators see no rounding. */
    amount: (text: string | null | undefined) => number(text, { minimumFractionDigits: 2, maximumFractionDigits: 18 }),
    /** A rate such as 0.002 as 0.2 %. */
    rate: (text: string | null | undefined) => number(text, { style: 'percent', maximumFractionDigits: 4 }),
    integer: (value: number) => number(value, { maximumFractionDigits: 0 }),
    date: (when: string | number | null | undefined) => instant(when, 0, 10),
    dateTime: (when: string | number | null | undefined) => instant(when, 0, 16),
    /** To the second, for logs and histories. */
    moment: (when: string | number | null | undefined) => instant(when, 0, 19),
    clock: (when: number) => instant(when, 11, 16),
    /** How long something has waited, in its two largest units. */
    age: (sinceMs: number) => {
      const past = Math.max(0, sinceMs);
      if (past < hourMs) return unit(Math.floor(past / minuteMs), 'minute');
      if (past < dayMs)
        return `${unit(Math.floor(past / hourMs), 'hour')} ${unit(Math.floor((past % hourMs) / minuteMs), 'minute')}`;
      return `${unit(Math.floor(past / dayMs), 'day')} ${unit(Math.floor((past % dayMs) / hourMs), 'hour')}`;
    },
  };
}
export type Format = ReturnType<typeof createFormat>;

export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => createFormat(language), [language]);
}
