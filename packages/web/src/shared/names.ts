import { useTranslation } from 'react-i18next';
import { translateFormula } from './formula.ts';

interface Names {
  /** A figure or condition on a receipt. */
  term(name: string): string;
  /** A condition's value where it is a word. */
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
    value: (value) => find(`value.${value}`, value),
    moment: (name) => find(`moment.${name}`, name),
    movement: (reason) => find(`movement.${reason}`, reason),
    account,
    formula: (text) =>
      translateFormula(
        text,
        (word) => find(`term.${word}`, word),
        (phrase) => t(`phrase.${phrase}`),
      ),
  };
}
