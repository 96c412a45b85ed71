import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { depositsWaitingMax } from '@assay/contract/vocabulary/funds.ts';
import { decideDeposit } from '@assay/domain/funds/decide-deposit.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import type { TakenImage } from '../../platform/images/images.ts';
import { newOrderNo } from '../../platform/order-number.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { lockOwner } from '../lock-owner.ts';
import { findNetwork } from '../networks.ts';
import { refusalOf } from '../outcome.ts';
import { ownAddress } from '../receive/addresses.ts';
import { writeStep } from './row.ts';

type Endpoint = typeof fundsCalls.recharge;

/**
 * Takes the report of a deposit in for review; nothing is booked before two operators have confirmed it. A transaction may pay
 * several customers, each at an own address, so what others report of it is theirs. Refusals: 11041 no such coin and network,
 * those of `decideDeposit` in its order, 11055 too many wait, 11044 the customer has reported the transaction, or the chain has
 * shown whom it pays: it is credited without a report, another customer's, or the house's own.
 */
export async function reportDeposit(
  { clock }: FundsContext,
  tx: Transaction,
  call: Pick<UserCall, 'user' | 'language'> & { readonly images: { readonly proof: TakenImage } },
  input: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const userId = call.user.id;
  const network = await findNetwork(tx, input.network, input.coin);
  if (network === undefined || !network.deposits) return refuse('11041', { network: '11041' });
  const { asset, chain, depositMinimum } = network;
  const decision = decideDeposit(input, { chain, asset, minimum: depositMinimum });
  if (isRefused(decision)) return refusalOf(decision, call.language);
  const own = await ownAddress(tx, userId, chain);
  if (own === undefined) return refuse('11041', { network: '11041' });
  await lockOwner(tx, userId);
  const [waiting] = await tx.query<{ count: number }>(
    `select count(*) as count from deposits where user_id = $1 and status in ('pendingReview', 'approved')`,
    [userId],
  );
  if ((waiting?.count ?? 0) >= depositsWaitingMax) return refuse('11055');
  if (await isKnown(tx, { userId, networkId: network.id, chain, hash: decision.hash }))
    return refuse('11044', { hash: '11044' });

  const at = clock.now();
  const depositNo = newOrderNo('D', at);
  const proofId = await call.images.proof.keep(tx, { ownerId: userId, purpose: 'deposit' });
  const [row] = await tx.query<{ id: number }>(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (network_id, hash, user_id) where status not in ('rejected', 'failed') do nothing
     returning id`,
    [depositNo, userId, asset.code, network.id, chain, own.address, decision.amount, decision.hash, proofId, new Date(at)],
  );
  if (row === undefined) return refuse('11044', { hash: '11044' });
  await writeStep(tx, row.id, { status: 'pendingReview', reason: null, operatorId: null, at });
  return { notice: '20002', id: depositNo };
}

interface Reported {
  readonly userId: string;
  readonly networkId: string;
  readonly chain: string;
  readonly hash: string;
}

/**
 * Whether the chain has shown whom the transaction pays, and nothing in it needs this customer's report. A customer whom it
 * pays a coin of another network of the chain may report this one, too: transfers made within a contract are not seen.
 */
async function isKnown(tx: Transaction, { userId, networkId, chain, hash }: Reported): Promise<boolean> {
  const [known] = await tx.query<{ seen: boolean; own: boolean; here: boolean; open: boolean; within: boolean }>(
    `select count(*) > 0 as seen, exists (select from chain_internal_moves where network_id = $4 and hash = $2) as within, coalesce(bool_or(p.user_id = $3), false) as own,
       coalesce(bool_or(p.network_id = $4), false) as here,
       coalesce(bool_or(p.user_id = $3 and p.network_id = $4
         and (p.deposit_id is null or d.status in ('rejected', 'failed'))), false) as open
     from chain_payments p left join deposits d on d.id = p.deposit_id where p.chain = $1 and p.hash = $2`,
    [chain, hash, userId, networkId],
  );
  if (known?.within === true && !known.here) return true;
  return known?.seen === true && !(known.here ? known.open : known.own);
}
