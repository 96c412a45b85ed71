import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { withdrawalsWaitingMax } from '@assay/contract/vocabulary/funds.ts';
import { type FeeTerms, type WithdrawalDecision, decideWithdrawal } from '@assay/domain/funds/decide-withdrawal.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { isHalted } from '../../halts/index.ts';
import type { SpendProof } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserCall } from '../../platform/http.ts';
import { newOrderNo } from '../../platform/order-number.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { lockOwner } from '../lock-owner.ts';
import { type MethodRow, findMethod } from '../methods/row.ts';
import { type Network, findNetwork } from '../networks.ts';
import { bookFunds, refusalOf } from '../outcome.ts';
import { isOwnAddress } from '../receive/addresses.ts';
import { writeStep } from './row.ts';
import { cardMinimum, feeOf, levelOf, limitsOf, priceInUsdt } from './terms.ts';

type Endpoint = typeof fundsCalls.withdrawal;

/**
 * Asks for a withdrawal: its amount is set aside until operators have paid it out or turned it down. The proof of the owner
 * comes last, so that a refusal for another reason uses no code up.
 *
 * Refusals: 10008 frozen, 11410 operators have stopped all withdrawals, 10025 no such method, 11151 its address has become one of ours, 11055 too many wait, those of `decideWithdrawal` in its order, 10011 or 11013
 * balance, then those of the proof (11022, 10091, 429).
 */
export async function requestWithdrawal(
  context: FundsContext,
  tx: Transaction,
  call: Pick<UserCall, 'user' | 'language'>,
  input: Omit<InputOf<Endpoint>, 'code'>,
  proof: SpendProof | Refusal,
): Promise<ResultOf<Endpoint> | Refusal> {
  const { clock, waits } = context;
  const userId = call.user.id;
  const owner = await lockOwner(tx, userId);
  if (owner.frozen) return refuse('10008');
  if (await isHalted(tx, 'withdrawals', clock.wall())) return refuse('11410');
  const method = await findMethod(tx, userId, input.methodId);
  if (method === undefined || method.coin !== input.asset) return refuse('10025', { methodId: '10025' });
  if (method.address !== null && (await isOwnAddress(tx, method.address))) return refuse('11151', { methodId: '11151' });
  if ((await waitingOf(tx, userId)) >= withdrawalsWaitingMax) return refuse('11055');

  const at = clock.now();
  const asset = assetOf(method.coin);
  const network = await networkOf(tx, method);
  const fee = await feeOf(tx, network);
  const decision = decideWithdrawal(input, {
    asset,
    minimum: network?.withdrawalMinimum ?? cardMinimum,
    fee,
    price: priceInUsdt(context, asset.code),
    ...(await limitsOf(tx, userId, await levelOf(tx, userId, clock.wall()), at)),
    now: clock.wall(),
    holdUntil: owner.securityChangedAt === null ? 0 : owner.securityChangedAt.getTime() + waits.securityHoldMs,
    usableFrom: method.usableFrom.getTime(),
  });
  if (isRefused(decision)) return refusalOf(decision, call.language);
  const reference = await insert(tx, { userId, method, decision, fee, at });
  const recipe = recipes.withdrawalRequested({ userId, asset, amount: decision.amount });
  const refused = await bookFunds(context, tx, { userId, asset, reference, at, recipe });
  if (refused !== undefined) return refused;
  const unproven = isRefusal(proof) ? proof : await proof(tx);
  return unproven ?? { notice: '20003', id: reference };
}

async function waitingOf(tx: Transaction, userId: string): Promise<number> {
  const [waiting] = await tx.query<{ count: number }>(
    `select count(*) as count from withdrawals where user_id = $1 and status in ('pendingReview', 'approved')`,
    [userId],
  );
  return waiting?.count ?? 0;
}

/** Undefined for a bank card. */
async function networkOf(tx: Transaction, { networkId, coin }: MethodRow): Promise<Network | undefined> {
  if (networkId === null) return undefined;
  const network = await findNetwork(tx, networkId, coin);
  if (network === undefined) throw new Error(`a method without its network ${networkId}`);
  return network;
}

interface NewWithdrawal {
  readonly userId: string;
  readonly method: MethodRow;
  readonly decision: WithdrawalDecision;
  readonly fee: FeeTerms;
  readonly at: number;
}

async function insert(tx: Transaction, { userId, method, decision, fee, at }: NewWithdrawal): Promise<string> {
  const withdrawalNo = newOrderNo('W', at);
  const [row] = await tx.query<{ id: number }>(
    `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee_min, fee_max, fee, actual, value, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      withdrawalNo,
      userId,
      method.id,
      method.coin,
      decision.amount,
      formatFixed(fee.rate),
      fee.min,
      fee.max,
      decision.fee,
      decision.actual,
      decision.value,
      new Date(at),
    ],
  );
  if (row === undefined) throw new Error('an inserted withdrawal has no id');
  await writeStep(tx, row.id, { status: 'pendingReview', reason: null, operatorId: null, at });
  return withdrawalNo;
}
