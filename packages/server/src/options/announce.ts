import type { Option } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Posted } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { OptionsContext } from './context.ts';
import type { OptionRow } from './row.ts';
import { toWire } from './wire.ts';

/** Topic of events for one account's sockets. */
const privateTopic = 'private';

/** Once the change is durable: tells the account's sockets what the option is now and, where it changed, the balance. */
export function announce({ bus, market }: OptionsContext, tx: Transaction, row: OptionRow, posted: Posted): Option {
  const { userId, book } = row;
  const option = toWire(row, market);
  const available = posted.balances.find(({ kind }) => kind === 'available')?.balance;
  tx.afterCommit(() => {
    bus.publish(privateTopic, { userId, book, event: 'order', data: option });
    if (available === undefined) return;
    const data = { asset: usdt.code, available: formatAmount(available, usdt) };
    bus.publish(privateTopic, { userId, book, event: 'balance', data });
  });
  return option;
}
