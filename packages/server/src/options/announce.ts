import type { Option } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Posted, availableIn } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import type { OptionsContext } from './context.ts';
import type { OptionRow } from './row.ts';
import { toWire } from './wire.ts';

/** Once the change is durable: tells the account's sockets what the option is now and, where it changed, the balance. */
export function announce({ bus, market }: OptionsContext, tx: Transaction, row: OptionRow, posted: Posted): Option {
  const { userId, book } = row;
  const option = toWire(row, market);
  const available = availableIn(posted);
  tx.afterCommit(() => {
    tellUser(bus, { userId, book, event: 'order', data: option });
    if (available !== undefined) tellBalance(bus, row, usdt, available);
  });
  return option;
}
