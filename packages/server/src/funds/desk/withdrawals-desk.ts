import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { withdrawalDeskCalls as calls } from '@assay/contract/endpoints/console/withdrawals.ts';
import type { Chain, WithdrawalReason, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { parseHash } from '@assay/domain/funds/hash.ts';
import { withdrawalMayBecome } from '@assay/domain/funds/statuses.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { isHalted } from '../../halts/index.ts';
import {
  type Audit,
  type Desk,
  type OperatorCall,
  actorOf,
  appendAudit,
  looked,
  mayEnd,
  secondCase,
  serveDesk,
  serveDeskMove,
  takeInHand,
  weighCase,
} from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { openCard } from '../methods/card-seal.ts';
import { isWatched, mayHaveLeft, send } from '../payouts/row.ts';
import { isOwnAddress } from '../receive/addresses.ts';
import { tellWithdrawal } from '../tell.ts';
import { type WithdrawalRow, lockWithdrawal, takeStep } from '../withdrawals/row.ts';
import { settleHold } from '../withdrawals/settle-hold.ts';
import { type Deciding, secondPerson } from './decide.ts';
import { soughtAt, waitingSums } from './filters.ts';
import { listWithdrawalCases, readWithdrawalCase, withdrawalOpen, withdrawalsWaiting } from './withdrawal-cases.ts';

type Detail = DeskResult<typeof calls.approve>;

/** Withdrawals under review, for operators. */
export function serveWithdrawalsDesk(desk: Desk, context: FundsContext): void {
  const { db, clock } = desk;
  serveDesk(
    desk,
    calls.list,
    ({ operator }, input) => listWithdrawalCases(db, clock.wall(), input, operator),
    soughtAt(calls.list.path),
  );
  serveDesk(desk, calls.waiting, () => waitingSums(db, 'withdrawals'));
  serveDesk(
    desk,
    calls.detail,
    (_, { id }) => readWithdrawalCase(db, clock, id),
    (_, { customer }) => looked(customer.id, 'withdrawal'),
  );
  // No move: the number that it answers must not wait in the stored answers of repeatable calls.
  serveDesk(desk, calls.card, (call, { id }) => showCard(context, desk, call, id));
  const step = (status: WithdrawalStatus) => {
    return (
      call: OperatorCall,
      { id, reason, hash }: { id: string; reason?: WithdrawalReason; hash?: string },
      tx: Transaction,
      audit: Audit,
    ) =>
      decideWithdrawal(context, { call, tx, audit }, id, {
        status,
        reason: reason ?? null,
        ...(hash !== undefined && { hash }),
      });
  };
  serveDeskMove(desk, calls.approve, step('approved'));
  serveDeskMove(desk, calls.complete, step('completed'));
  serveDeskMove(desk, calls.reject, step('rejected'));
  serveDeskMove(desk, calls.fail, step('failed'));
  desk.queue('withdrawals', withdrawalsWaiting);
  desk.casesOf('withdrawals', withdrawalOpen);
}

interface Step {
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | null;
  readonly hash?: string;
}

/**
 * Takes a withdrawal one step on; its completion takes the money out of the books, every other end returns it, each in the
 * same transaction. Refusals: 404, 11072 somebody else works on it, 11059 its status does not allow the step, 11070 the
 * approver may not end it, those of `mayEnd` and `weighCase`, 11410 operators have stopped all withdrawals, which keeps none from being turned down, 10008 the customer is frozen and so is the money, 11042 no transaction of the network, 11151 its address has become one of ours since, 11203 it
 * may have been paid, 11270 and 11271 its screening. Where a node is set, it is the chain that completes: the hash is written down and waited for.
 */
export async function decideWithdrawal(
  context: Pick<FundsContext, 'bus' | 'clock' | 'notify' | 'screening'>,
  { call, tx, audit }: Deciding,
  id: string,
  { status, reason, hash: typed }: Step,
): Promise<Detail | Refusal> {
  const { clock } = context;
  const found = await lockWithdrawal(tx, id);
  if (found === undefined) return refuse('404', { id: '404' });
  const held = await takeInHand(tx, clock.wall(), call, 'withdrawals', id);
  if (held !== undefined) return held;
  // A further approval, by another operator: of a payment that needs three, this is the second.
  const seconding = status === 'approved' && found.status === 'approved';
  if (!seconding && !withdrawalMayBecome(found.status, status)) return refuse('11059');
  const refused = secondPerson(call, found);
  if (refused !== undefined) return refused;
  if (status === 'approved' || status === 'completed') {
    if (await isHalted(tx, 'withdrawals', clock.wall())) return refuse('11410');
    if (await isFrozen(tx, found.userId)) return refuse('10008');
    // Once a transaction is named the coins have left.
    if (status === 'approved' && found.address !== null && (await isOwnAddress(tx, found.address))) return refuse('11151');
    // A card has no address that a list could name.
    const screened = found.networkId === null ? undefined : await context.screening?.holds(tx, 'withdrawal', id);
    if (screened !== undefined) return screened;
  }
  // Its value when it was requested.
  const [weighed, weight] = [{ kind: 'withdrawals', id: found.id } as const, amount(found.value)];
  if (seconding) {
    const unneeded = await secondCase(tx, weighed, { weight, operatorId: call.operator.id, now: clock.wall() });
    if (unneeded !== undefined) return unneeded;
    audit({ action: 'withdrawal.seconded', subject: `withdrawal:${id}`, details: { customer: found.userId } });
    return readWithdrawalCase(tx, clock, id);
  }
  if (status === 'completed') {
    const { approvedBy } = found;
    const early = await mayEnd(tx, weighed, { weight, operatorId: call.operator.id, now: clock.wall(), approvedBy });
    if (early !== undefined) return early;
  }
  const hash = typed === undefined ? undefined : await paidBy(tx, found, typed);
  if (isRefusal(hash)) return hash;
  if ((status === 'rejected' || status === 'failed') && (await mayHaveLeft(tx, found.id))) return refuse('11203');
  if (hash !== undefined && (await isWatched(tx, found.networkId))) {
    const unsent = await send(tx, found, { hash, secondBy: call.operator.id, at: new Date(clock.wall()) });
    if (unsent !== undefined) return unsent;
    audit({ action: 'withdrawal.sent', subject: `withdrawal:${id}`, details: { customer: found.userId, hash } });
    return readWithdrawalCase(tx, clock, id);
  }
  const at = clock.now();
  const step = { status, reason, operatorId: call.operator.id, at };
  const row = await takeStep(tx, found, hash === undefined ? step : { ...step, hash });
  if (status === 'approved') {
    const beyond = await weighCase(tx, weighed, { operatorId: call.operator.id, weight, now: clock.wall() });
    if (beyond !== undefined) return beyond;
  } else await settleHold(context, tx, row, at);
  tellWithdrawal(context, tx, row, { status, reason, at });
  const of = { customer: row.userId, coin: row.coin, amount: formatAmount(amount(row.amount), assetOf(row.coin)) };
  const details = { ...of, ...(reason !== null && { reason }), ...(hash !== undefined && { hash }) };
  audit({ action: `withdrawal.${status}`, subject: `withdrawal:${id}`, details });
  return readWithdrawalCase(tx, clock, id);
}

/** A freeze that is under way is waited for: what it is to stop is not paid out meanwhile. */
async function isFrozen(tx: Transaction, userId: string): Promise<boolean> {
  const [owner] = await tx.query<{ frozen: boolean }>('select frozen from users where id = $1 for share', [userId]);
  return owner?.frozen !== false;
}

/** A chain's hash as the chain writes it; a bank's reference as it is. */
async function paidBy(tx: Transaction, { networkId }: WithdrawalRow, typed: string): Promise<string | Refusal> {
  if (networkId === null) return typed;
  const [network] = await tx.query<{ chain: Chain }>('select chain from networks where id = $1', [networkId]);
  const hash = network && parseHash(network.chain, typed);
  return hash ?? refuse('11042', { hash: '11042' });
}

/** The number of a card is opened for a payout alone, and that it was is in the log. Refused with 404, and 11059 before approval. */
async function showCard(
  { secret }: Pick<FundsContext, 'secret'>,
  { db, clock }: Desk,
  call: OperatorCall,
  id: string,
): Promise<DeskResult<typeof calls.card> | Refusal> {
  const [card] = await db.query<{ userId: string; status: WithdrawalStatus; sealed: Buffer | null }>(
    `select w.user_id::text as "userId", w.status, m.sealed_card as sealed
     from withdrawals w join withdrawal_methods m on m.id = w.method_id where w.withdrawal_no = $1`,
    [id],
  );
  if (card === undefined || card.sealed === null) return refuse('404', { id: '404' });
  if (card.status !== 'approved') return refuse('11059');
  const cardNumber = openCard(secret, card.userId, card.sealed);
  const entry = { action: 'withdrawal.cardShown', subject: `withdrawal:${id}`, details: { customer: card.userId } };
  await appendAudit(db, clock.wall(), actorOf(call), entry);
  return { cardNumber };
}
