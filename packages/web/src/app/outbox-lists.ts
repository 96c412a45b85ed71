import type { Intent } from '@assay/contract/outbox.ts';
import { useTranslation } from 'react-i18next';

/** Where each kind of thing that moves something is listed. */
const addresses = {
  orders: '/profile?section=orders',
  plans: '/trading?show=mine',
  loans: '/loan',
  deposits: '/profile/balance?records=deposits',
  withdrawals: '/profile/balance?records=withdrawals',
  payouts: '/profile/balance?withdraw=USDT',
  nfts: '/nfts?show=mine',
  identity: '/profile?section=identity',
  alerts: '/profile/notification?show=alerts',
  account: '/profile',
} as const;

type List = keyof typeof addresses;

const lists = new Map<string, List>([
  ['/order/buySmart', 'plans'],
  ['/order/stopSmart', 'plans'],
  ['/user/loan', 'loans'],
  ['/user/cancelLoan', 'loans'],
  ['/user/repayLoan', 'loans'],
  ['/user/recharge', 'deposits'],
  ['/user/withdrawal', 'withdrawals'],
  ['/user/cancelWithdrawal', 'withdrawals'],
  ['/user/saveCoinAddress', 'payouts'],
  ['/user/saveBankCard', 'payouts'],
  ['/user/deleteWithdrawalMethod', 'payouts'],
  ['/user/buyNft', 'nfts'],
  ['/user/identification', 'identity'],
  ['/user/createPriceAlert', 'alerts'],
  ['/user/demoReset', 'account'],
]);

/** Of the person and no account's. */
const ofPerson = new Set(['/user/identification', '/user/createPriceAlert']);

const listOf = (path: string): List | null => lists.get(path) ?? (path.startsWith('/order/') ? 'orders' : null);

/** Whether it is on the list of orders, where the specification sends customers without an answer in time. */
export const isOrder = (path: string): boolean => listOf(path) === 'orders';

/** What was pressed, on which account, and where its list is. */
export function useWhat(): (intent: Intent) => { what: string; list: { to: string; label: string } | null } {
  const { t } = useTranslation();
  return ({ path, book, summary }) => {
    const list = listOf(path);
    return {
      what: ofPerson.has(path) ? summary : `${t(`account.${book}`)} · ${summary}`,
      list: list === null ? null : { to: addresses[list], label: t(`outbox.list.${list}`) },
    };
  };
}
