import { timeUnits } from '@assay/contract/vocabulary/markets.ts';
import { useTranslation } from 'react-i18next';
import { useCatalogue } from '../trading/market/market.ts';
import { isDecimal, useFormat } from './format.ts';
import { translateFormula } from './formula.ts';
import { commaOf } from './marks.ts';

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const span = /^(\d+) ([a-z]+)$/;
/** Of money or of coins. */
const sum = /^(-?\d+(?:\.\d+)?) ([A-Z][A-Z\d]*)$/;

interface Names {
  /** A figure or condition on a receipt. */
  term(name: string): string;
  /** A word, a time or a span of time, as in a list of words. */
  value(value: string): string;
  /** The value beside the name of a term: a rate in percent, an instrument by its name, a figure as figures are written. */
  figure(name: string, value: string): string;
  moment(name: string): string;
  /** Why money moved. */
  movement(reason: string): string;
  /** An account of the ledger: the person's own, or one of the house. */
  account(name: string): string;
  formula(text: string): string;
}

/** Shares of an amount, which are written in percent. */
const rates = /(?:Rate|Yield)$/;
/** Digits that count nothing. */
const codes: ReadonlySet<string> = new Set(['orderNo', 'productId', 'part']);

/** Words for the names in receipts and statements. An unknown one is shown as it is. */
export function useNames(): Names {
  const { t, i18n } = useTranslation('orders');
  const format = useFormat();
  const { data: instruments } = useCatalogue();
  const find = (path: string, name: string) => {
    const text: unknown = i18n.getResource(i18n.language, 'orders', path);
    return typeof text === 'string' ? text : name;
  };
  const instrument = (id: string) => {
    const item = instruments?.find((one) => one.id === id);
    return item === undefined ? id.replace(/^[a-z]+-/, '') : `${item.appName} · ${item.code}`;
  };
  const value = (text: string) => {
    if (isoTime.test(text)) return format.moment(text);
    const [, count, unit] = span.exec(text) ?? [];
    const known = timeUnits.find((one) => one === unit);
    return known === undefined ? find(`value.${text}`, text) : format.span(Number(count), known);
  };
  const account = (name: string) => {
    const [kind = '', house] = name.startsWith('house:') ? ['', name.slice('house:'.length)] : [name];
    if (house === undefined) return find(`ledger.${kind}`, kind);
    const [purpose = house] = house.split(':');
    return t('ledger.house', { name: find(`ledger.${purpose}`, purpose) });
  };
  return {
    term: (name) => find(`term.${name}`, name),
    value,
    figure: (name, text) => {
      if (name === 'instrument') return instrument(text);
      const [, amount, asset] = sum.exec(text) ?? [];
      if (amount !== undefined && asset !== undefined) return `${format.price(amount)} ${asset}`;
      if (!isDecimal(text) || codes.has(name)) return value(text);
      if (rates.test(name)) return format.rate(text);
      // Every figure to its last digit, since it is there to be computed with.
      return name === 'leverage' ? `${format.price(text)}×` : format.price(text);
    },
    moment: (name) => find(`moment.${name}`, name),
    movement: (reason) => find(`movement.${reason}`, reason),
    account,
    formula: (text) =>
      translateFormula(
        text,
        (word) => find(`term.${word}`, find(`value.${word}`, word)),
        (phrase) => t(`phrase.${phrase}`),
      ).replaceAll(', ', commaOf(i18n.language)),
  };
}
