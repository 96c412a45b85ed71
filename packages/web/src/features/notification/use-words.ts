import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '../../shared/words/format.ts';

const amounts = new Set([
  'amount',
  'stake',
  'income',
  'principal',
  'returned',
  'released',
  'currentBid',
  'donation',
  'limit',
  'lost',
]);
const quantities = new Set(['lots', 'quantity', 'oldUnits', 'newUnits']);
const prices = new Set(['price', 'liquidationPrice', 'reached']);

/** A figure in the reader's notation, kept in one piece whichever way the sentence runs. */
function figure(format: Format, name: string, value: string, asset: string): string {
  const text = amounts.has(name)
    ? format.amount(value, name === 'amount' ? asset : 'USDT')
    : name === 'profit'
      ? format.result(value)
      : quantities.has(name)
        ? format.quantity(value)
        : prices.has(name)
          ? format.price(value)
          : name === 'at'
            ? format.dateTime(value)
            : value;
  return `\u2068${text}\u2069`;
}

/** Title and sentence of a notification in the person's language. */
export function useWords(): (notification: Pick<Notification, 'kind' | 'values'>) => { title: string; text: string } {
  const { t, i18n } = useTranslation('notifications');
  const format = useFormat();
  return useCallback(
    ({ kind, values }) => {
      const asset = 'asset' in values ? values.asset : 'USDT';
      const say = ([name, value]: [string, string]): [string, string] => {
        const word: unknown = i18n.getResource(i18n.language, 'notifications', `word.${name}.${value}`);
        return [name, typeof word === 'string' ? word : figure(format, name, value, asset)];
      };
      const facts = Object.fromEntries<string>(Object.entries(values).map(say));
      return { title: t(`kind.${kind}.title`), text: t(`kind.${kind}.text`, { replace: facts }) };
    },
    [t, i18n, format],
  );
}
