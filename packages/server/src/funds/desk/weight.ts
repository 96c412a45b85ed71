import { amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Weight } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import type { FundsContext } from '../context.ts';
import type { DepositRow } from '../deposits/row.ts';
import { worthInUsdt } from '../withdrawals/terms.ts';

/** What a deposit weighs: what its coins are worth now. */
export function weightOf(context: Pick<FundsContext, 'market'>, row: Pick<DepositRow, 'amount' | 'coin'>): Weight {
  const [units, asset] = [amount(row.amount), assetOf(row.coin)];
  return asset.code === usdt.code ? units : (worthInUsdt(context, units, asset) ?? 'unknown');
}

/** Whether a node has shown the payment itself. */
export async function isShown(db: Queryable, depositId: number): Promise<boolean> {
  const shown = await db.query('select from chain_payments where deposit_id = $1 limit 1', [depositId]);
  return shown.length > 0;
}
