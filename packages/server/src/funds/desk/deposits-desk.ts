import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { DepositReason, DepositStatus } from '@assay/contract/vocabulary/funds.ts';
import { depositMayBecome } from '@assay/domain/funds/statuses.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import {
  type Audit,
  type Desk,
  type OperatorCall,
  looked,
  mayEnd,
  secondCase,
  serveDesk,
  serveDeskMove,
  takeInHand,
  weighCase,
} from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { type DepositRow, lockDeposit, takeStep } from '../deposits/row.ts';
import { findNetwork } from '../networks.ts';
import { bookFunds } from '../outcome.ts';
import { everyAddress } from '../receive/addresses.ts';
import { tellDeposit } from '../tell.ts';
import { type Deciding, secondPerson } from './decide.ts';
import { depositOpen, depositsWaiting, findDeposit, listDepositCases, readDepositCase } from './deposit-cases.ts';
import { soughtAt, waitingSums } from './filters.ts';
import { isShown, weightOf } from './weight.ts';

type Detail = DeskResult<typeof calls.approve>;

/** Deposits under review, for operators. */
export function serveDepositsDesk(desk: Desk, context: FundsContext): void {
  const { db, clock } = desk;
  serveDesk(
    desk,
    calls.list,
    ({ operator }, input) => listDepositCases(db, clock.wall(), input, operator),
    soughtAt(calls.list.path),
  );
  serveDesk(desk, calls.waiting, () => waitingSums(db, 'deposits'));
  serveDesk(
    desk,
    calls.detail,
    (_, { id }) => readDepositCase(context, db, id),
    (_, { customer }) => looked(customer.id, 'deposit'),
  );
  serveDesk(desk, calls.chain, async (_, { id }) => {
    const deposit = await findDeposit(db, id);
    const network = deposit && (await findNetwork(db, deposit.networkId, deposit.coin));
    if (deposit === undefined || network === undefined) return refuse('404', { id: '404' });
    const addresses = new Set([deposit.address, ...(await everyAddress(db, deposit.userId, deposit.chain))]);
    return context.checkChain(network, deposit, [...addresses]);
  });
  const step = (status: DepositStatus) => {
    return (call: OperatorCall, input: { id: string; reason?: DepositReason }, tx: Transaction, audit: Audit) =>
      decideDeposit(context, { call, tx, audit }, input.id, { status, reason: input.reason ?? null });
  };
  serveDeskMove(desk, calls.approve, step('approved'));
  serveDeskMove(desk, calls.complete, step('completed'));
  serveDeskMove(desk, calls.reject, step('rejected'));
  serveDeskMove(desk, calls.fail, step('failed'));
  desk.queue('deposits', depositsWaiting);
  desk.casesOf('deposits', depositOpen);
}

/**
 * Takes a deposit one step on; its completion credits it, in the same transaction. Refusals: 404, 11072 another operator works
 * on it, 11059 its status does not allow the step, 11070 the approver may not end it, 11200 the chain does not bear it out,
 * 11270 and 11271 its screening, and those of `mayEnd` and `weighCase` where no chain shows it.
 */
export async function decideDeposit(
  context: Pick<FundsContext, 'bus' | 'clock' | 'market' | 'notify' | 'screening'>,
  { call, tx, audit }: Deciding,
  id: string,
  { status, reason }: { readonly status: DepositStatus; readonly reason: DepositReason | null },
): Promise<Detail | Refusal> {
  const { clock } = context;
  const found = await lockDeposit(tx, id);
  if (found === undefined) return refuse('404', { id: '404' });
  const held = await takeInHand(tx, clock.wall(), call, 'deposits', id);
  if (held !== undefined) return held;
  // A further approval, by another operator: of a deposit that needs three, this is the second.
  const seconding = status === 'approved' && found.status === 'approved';
  if (!seconding && !depositMayBecome(found.status, status)) return refuse('11059');
  const refused = secondPerson(call, found);
  if (refused !== undefined) return refused;
  if (status === 'approved' || status === 'completed') {
    if (!(await isBorneOut(tx, found))) return refuse('11200');
    const screened = await context.screening?.holds(tx, 'deposit', id);
    if (screened !== undefined) return screened;
  }
  // What the chain shows needs no operator's confirmation.
  const weighed = (await isShown(tx, found.id)) ? undefined : ({ kind: 'deposits', id: found.id } as const);
  const word = { weight: weightOf(context, found), operatorId: call.operator.id, now: clock.wall() };
  if (seconding) {
    const unneeded = weighed === undefined ? refuse('11059') : await secondCase(tx, weighed, word);
    if (unneeded !== undefined) return unneeded;
    audit({ action: 'deposit.seconded', subject: `deposit:${id}`, details: { customer: found.userId } });
    return readDepositCase(context, tx, id);
  }
  const { approvedBy } = found;
  const early = weighed && status === 'completed' ? await mayEnd(tx, weighed, { ...word, approvedBy }) : undefined;
  if (early !== undefined) return early;
  const at = clock.now();
  const row = await takeStep(tx, found, { status, reason, operatorId: call.operator.id, at });
  const beyond = weighed && status === 'approved' ? await weighCase(tx, weighed, word) : undefined;
  if (beyond !== undefined) return beyond;
  if (status === 'completed') await credit(context, tx, row, at);
  tellDeposit(context, tx, row, { status, reason, at });
  const asked = formatAmount(amount(row.amount), assetOf(row.coin));
  const details = { customer: row.userId, coin: row.coin, amount: asked, ...(reason !== null && { reason }) };
  audit({ action: `deposit.${status}`, subject: `deposit:${id}`, details });
  return readDepositCase(context, tx, id);
}

/** The table holds a completion to the same. */
async function isBorneOut(tx: Transaction, { id }: DepositRow): Promise<boolean> {
  const [row] = await tx.query<{ yes: boolean }>('select deposit_borne_out($1) as yes', [id]);
  return row?.yes === true;
}

async function credit(context: Pick<FundsContext, 'bus'>, tx: Transaction, row: DepositRow, at: number): Promise<void> {
  const asset = assetOf(row.coin);
  const { userId, depositNo: reference } = row;
  const recipe = recipes.depositCompleted({ userId, asset, amount: amount(row.amount) });
  const refused = await bookFunds(context, tx, { userId, asset, reference, at, recipe });
  if (refused !== undefined) throw new Error(`${reference} can't be credited: ${refused.code}`);
}
