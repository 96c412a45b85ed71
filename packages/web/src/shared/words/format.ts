import { type Language, localeTags, tightSpan } from '@assay/contract/vocabulary/languages.ts';
import type { TimeUnit } from '@assay/contract/vocabulary/markets.ts';
import { useSession } from '../client/session.ts';

/** Plain decimals as on the wire. `Intl` formats them from the string, so no digit passes through a float. */
type Decimal = Intl.StringNumericLiteral;

export function isDecimal(text: string): text is Decimal {
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(text);
}

/** Shown where there is no value. */
export const absent = '—';

const day = { day: 'numeric', month: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const instants = {
  date: day,
  time: clock,
  second: { ...clock, second: '2-digit' },
  dateTime: { ...day, ...clock },
  moment: { ...day, ...clock, second: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** In English the order of day and month varies: the day comes first here. */
const dateTags: Record<Language, string> = { ...localeTags, en: 'en-GB' };

/** How a price is written with the decimals of its instrument. */
const priceOptions = (scale: number) =>
  ({ signDisplay: 'negative', minimumFractionDigits: scale, maximumFractionDigits: scale }) as const;

/** A price as `createFormat` writes it, where nothing else of that is needed. */
export const priceText = (language: Language, scale: number, price: Decimal): string =>
  new Intl.NumberFormat(localeTags[language], priceOptions(scale)).format(price);

/** Formats in one language: digits stay Latin, grouping and signs follow the language. */
export function createFormat(language: Language) {
  const tag = localeTags[language];
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();

  const number = (text: string | number | bigint | null | undefined, options: Intl.NumberFormatOptions): string => {
    if (text === null || text === undefined || (typeof text === 'string' && !isDecimal(text))) return absent;
    const key = JSON.stringify(options);
    // What is cut to nothing has no sign.
    // Hong Kong counts large figures in 萬 and 億, which its tag alone writes as K and B.
    const written = language === 'hk' && options.notation ? 'zh-Hant-TW' : tag;
    const format = numbers.get(key) ?? new Intl.NumberFormat(written, { signDisplay: 'negative', ...options });
    numbers.set(key, format);
    return format.format(text);
  };
  const instant = (when: string | number | Date | null | undefined, kind: keyof typeof instants): string => {
    if (when === null || when === undefined) return absent;
    const date = new Date(when);
    if (Number.isNaN(date.getTime())) return absent;
    // The year is shown where it is another one than this.
    const year =
      kind === 'time' || kind === 'second' || date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
    const key = `${kind} ${year}`;
    const format = dates.get(key) ?? new Intl.DateTimeFormat(dateTags[language], { ...instants[kind], year });
    dates.set(key, format);
    return format.format(date);
  };
  const utc = (when: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(dateTags[language], { ...options, timeZone: 'UTC' }).format(new Date(when));
  const money = (text: string | null | undefined, asset: string, rounding: 'trunc' | 'ceil' | 'exact'): string => {
    const { least, most } = placesOf(asset);
    const shown =
      rounding === 'exact'
        ? number(text, { minimumFractionDigits: least, maximumFractionDigits: 18 })
        : number(text, { minimumFractionDigits: least, maximumFractionDigits: most, roundingMode: rounding });
    // Nothing is written the same way of whatever it is nothing.
    return shown === number('0', {}) ? number('0', { minimumFractionDigits: 2 }) : shown;
  };

  return {
    /** A price with the decimals of its instrument, or as many as the string carries. */
    price: (text: string | null | undefined, scale = text === null || text === undefined ? 0 : decimalsOf(text)) =>
      number(text, priceOptions(scale)),
    /** An amount of money: two decimals for USDT and USD, up to eight for coins. Cut, never rounded up. */
    amount: (text: string | null | undefined, asset = 'USDT') => money(text, asset, 'trunc'),
    /** What a customer pays, with the decimals of an amount: rounded up, so that it never costs more than was shown. */
    cost: (text: string | null | undefined, asset = 'USDT') => money(text, asset, 'ceil'),
    /** An amount of money to its last unit, where exactly that was agreed. */
    exactAmount: (text: string | null | undefined, asset = 'USDT') => money(text, asset, 'exact'),
    /**
     * A result with its sign, rounded down: a gain is not shown larger, nor a loss smaller, than it is. Zero has none.
     */
    result: (text: string | null | undefined) =>
      number(text, { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'floor', signDisplay: 'exceptZero' }),
    /** The same in as few signs as a day of a calendar has room for. */
    shortResult: (text: string | null | undefined) =>
      number(text, {
        notation: 'compact',
        maximumFractionDigits: 1,
        maximumSignificantDigits: 3,
        roundingPriority: 'lessPrecision',
        roundingMode: 'floor',
        signDisplay: 'exceptZero',
      }),
    /** A part of a result to its last unit, with its sign. */
    exactSigned: (text: string | null | undefined) =>
      number(text, { minimumFractionDigits: 2, maximumFractionDigits: 8, roundingMode: 'trunc', signDisplay: 'exceptZero' }),
    /** A quantity or a count with up to eight decimals and no padding. */
    quantity: (text: string | null | undefined) => number(text, { maximumFractionDigits: 8, roundingMode: 'trunc' }),
    /** A change in percent, given in percent, always signed unless it is exactly zero. */
    change: (text: string | null | undefined) =>
      number(text, {
        style: 'unit',
        unit: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: 'exceptZero',
      }),
    /** A rate such as 0.0005 as 0.05 %. */
    rate: (text: string | null | undefined) => number(text, { style: 'percent', maximumFractionDigits: 4 }),
    /** 3.8 B and the like, in the language's own short form. */
    compact: (text: string | number | null | undefined) => number(text, { notation: 'compact', maximumFractionDigits: 1 }),
    /** A span of time such as 5 minutes. */
    span: (count: number, unit: TimeUnit | 'year') =>
      tightSpan(language, number(count, { style: 'unit', unit: unit === 'min' ? 'minute' : unit, unitDisplay: 'long' })),
    integer: (value: number | bigint) => number(value, { maximumFractionDigits: 0 }),
    date: (when: string | number | Date | null | undefined) => instant(when, 'date'),
    time: (when: string | number | Date | null | undefined) => instant(when, 'time'),
    second: (when: string | number | Date | null | undefined) => instant(when, 'second'),
    dateTime: (when: string | number | Date | null | undefined) => instant(when, 'dateTime'),
    /**
     * A month with its year, a day of the year and the short name of a day of the week, of a day that is given as noon of UTC.
     */
    month: (when: string) => utc(when, { month: 'long', year: 'numeric' }),
    dayOfYear: (when: string) => utc(when, { month: 'long', day: 'numeric' }),
    weekday: (when: string) => utc(when, { weekday: 'short' }),
    /** To the second: on receipts alone. */
    moment: (when: string | number | Date | null | undefined) => instant(when, 'moment'),
  };
}
export type Format = ReturnType<typeof createFormat>;

/** How many decimals are written of an amount. */
export const placesOf = (asset: string): { readonly least: number; readonly most: number } =>
  asset === 'USDT' || asset === 'USD' ? { least: 2, most: 2 } : { least: 0, most: 8 };

export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : Math.min(text.length - point - 1, 18);
}

const formats = new Map<Language, Format>();

/** The one of its language: what `Intl` builds for it is built once for all who write in it. */
export function formatOf(language: Language): Format {
  const known = formats.get(language) ?? createFormat(language);
  formats.set(language, known);
  return known;
}

export function useFormat(): Format {
  return useSession((session) => formatOf(session.language));
}
