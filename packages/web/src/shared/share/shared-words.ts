import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { netOfReceipt } from '@assay/domain/sharing/net-of-receipt.ts';
import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../words/format.ts';
import { useNames } from '../words/names.ts';

type Named = readonly [name: string, value: string];

/** Kept in one piece whichever way the sentence runs; a figure always reads from left to right. */
const apart = (text: string) => `\u2068${text}\u2069`;
const inOrder = (text: string) => `\u2066${text}\u2069`;

/** The public address of a shared receipt. */
export const checkLink = (code: string): string => `${location.origin}/check/${code}`;

/** What a shared receipt is about, in words: for its card and for its page. */
export function useSharedWords() {
  const { t } = useTranslation('share');
  const names = useNames();
  const format = useFormat();
  return ({ figures, percent, receipt, hidesAmounts }: SharedReceipt) => {
    const { terms, kind, steps } = receipt;
    const term = (name: string): Named => [names.term(name), names.figure(name, terms[name] ?? '')];
    const price = (name: string, text: string | null): Named => [names.term(name), text === null ? absent : format.price(text)];
    const what =
      kind === 'plan' ? names.figure('product', terms['product'] ?? '') : names.figure('instrument', terms['instrument'] ?? '');
    const how = {
      contract: `${names.value(terms['side'] ?? '')} ${inOrder(names.figure('leverage', terms['leverage'] ?? ''))}`,
      option: `${names.value(terms['direction'] ?? '')} · ${names.value(terms['period'] ?? '')}`,
      plan: format.span(Number(terms['days'] ?? 0), 'day'),
      spot: '',
    }[kind];
    const rows: Named[] = [];
    if (figures?.kind === 'contract') rows.push(price('openPrice', figures.open), price('closePrice', figures.close));
    if (figures?.kind === 'option') rows.push(price('strike', figures.strike), price('settlement', figures.settlement));
    if (figures?.kind === 'plan') rows.push(term('dailyYield'));
    const money = kind === 'plan' ? 'wholeIncome' : 'returned';
    const result = kind === 'contract' ? netOfReceipt(receipt) : steps.find(({ name }) => name === money)?.result;
    if (!hidesAmounts && typeof result === 'string')
      rows.push([kind === 'contract' ? t('net') : names.term(money), `${format.result(result)} USDT`]);
    return {
      title: `${apart(what)} · ${apart(how)}`,
      figure: percent === null ? undefined : format.change(percent),
      text: t(`of.${kind}`),
      rows,
    };
  };
}
