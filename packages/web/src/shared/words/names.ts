import { timeUnits } from '@assay/contract/vocabulary/markets.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import { translateFormula } from './formula.ts';

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const span = /^(\d+) ([a-z]+)$/;

interface Names {
  /** A figure or condition on a receipt. */
  term(name: string): string;
  /** A condition's value where it is a word, a time or a span of time. */
  value(value: string): string;
  moment(name: string): string;
  /** Why money moved. */
  movement(reason: string): string;
  /** An account of the ledger: the person's own, or one of the house. */
  account(name: string): string;
  formula(text: string): string;
}

/** Words for the names that stand in receipts and statements. One that is not known here is shown as it is. */
export function useNames(): Names {
  const { t, i18n } = useTranslation('orders');
  const format = useFormat();
  const find = (path: string, name: string) => {
    const text: unknown = i18n.getResource(i18n.language, 'orders', path);
    return typeof text === 'string' ? text : name;
  };
  const account = (name: string) => {
    const [kind = '', house] = name.startsWith('house:') ? ['', name.slice('house:'.length)] : [name];
    if (house === undefined) return find(`ledger.${kind}`, kind);
    const [purpose = house] = house.split(':');
    return t('ledger.house', { name: find(`ledger.${purpose}`, purpose) });
  };
  return {
    term: (name) => find(`term.${name}`, name),
    value: (value) => {
      if (isoTime.test(value)) return format.dateTime(value);
      const [, count, unit] = span.exec(value) ?? [];
      const known = timeUnits.find((one) => one === unit);
      return known === undefined ? find(`value.${value}`, value) : format.span(Number(count), known);
    },
    moment: (name) => find(`moment.${name}`, name),
    movement: (reason) => find(`movement.${reason}`, reason),
    account,
    formula: (text) =>
      translateFormula(
        text,
        (word) => find(`term.${word}`, find(`value.${word}`, word)),
        (phrase) => t(`phrase.${phrase}`),
      ),
  };
}
