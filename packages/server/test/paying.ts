import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { payoutDeskCalls as desk, withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type FundsContext, chainRounds, serveFundsDesk } from '../src/funds/index.ts';
import { ChainRound } from '../src/funds/watch/round.ts';
import { requestWithdrawal } from '../src/funds/withdrawals/request.ts';
import { balances } from '../src/ledger/index.ts';
import type { Database } from '../src/platform/database.ts';
import { isRefusal } from '../src/platform/refusal.ts';
import type { Screening } from '../src/screening/index.ts';
import { consoleApp } from './console.ts';
import { silent } from './database.ts';
import { funding } from './funding.ts';
import type { EvmNode } from './nodes/evm-node.ts';

const reason = 'looked at it once more';

function askingFor(funds: FundsContext, id: string, input: Parameters<typeof requestWithdrawal>[3]) {
  const who = { id, userName: 'owner', sessionId: '1', frozen: false, freezeReason: null };
  return funds.db.transact((tx) => requestWithdrawal(funds, tx, { user: who, language: 'en' }, input, async () => undefined));
}

/** People who have money go out over a real Ethereum node, two operators who let it, and the watcher that looks after it. */
export async function paying(db: Database, node: EvmNode, screening?: Screening, other?: string) {
  const site = await funding(db, { waitMs: 0 });
  const { clock, customer, funds, call, quote } = site;
  const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, { ...funds, screening }));
  const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
  const chain = { ...funds, db, log: silent, nodes: { ethereum: node.url }, seconds: { ethereum: other }, restMs: 0 };
  const look = () => new ChainRound(chain, 'ethereum').run(new AbortController().signal);
  const mine = async (blocks: number) => {
    await node.mine(blocks);
    await look();
  };
  await look();

  const address = (number: number) => `0x${number.toString(16).padStart(40, 'a0b0c0')}`.slice(0, 42);
  let people = 0;
  /** A customer with 1000 USDT and an external wallet. */
  async function holder(deposit = '1000') {
    const one = await customer(`pays_out_${(people += 1)}`, deposit);
    const wallet = address(people);
    const { id: methodId } = await one.real(user.saveCoinAddress, {
      coin: 'USDT',
      network: 'ERC20',
      address: wallet,
      label: 'Mine',
    });
    const has = async () => {
      const [own] = await balances(db, 'real', one.userId, [usdt]);
      return own && [formatAmount(own.available, usdt), formatAmount(own.withdrawal, usdt)];
    };
    /** Asks for so much, as the owner with a proof would. */
    const asked = (amount: string) => askingFor(funds, one.userId, { methodId, asset: 'USDT', amount });
    /** The same, approved by the first person. */
    const approved = async (amount: string) => {
      const made = await asked(amount);
      if (isRefusal(made)) throw new Error(`refused with ${made.code}`);
      await first.call(withdrawals.approve, { id: made.id });
      return made.id;
    };
    return { ...one, wallet, has, asked, approved };
  }
  const state = async (id: string) => {
    const { status, payout } = await second.call(withdrawals.detail, { id });
    return [status, payout?.status, payout?.fault];
  };
  const give = async (cases: string[], total: string) => {
    const { proposalId } = await first.call(desk.proposeBatch, { network: 'ERC20', cases, total, reason });
    await second.call(proposalCalls.approve, { id: proposalId });
    const [batch] = await first.call(desk.batches, {});
    if (batch === undefined) throw new Error('no batch was released');
    return batch;
  };

  const returnByHand = (id: string) =>
    db.query(`update withdrawals set status = 'failed', decided_by = $2, ended_at = now() where withdrawal_no = $1`, [
      id,
      second.id,
    ]);
  const takeBack = async (id: string) => {
    const { proposalId } = await first.call(desk.proposeTakeBack, { id, reason });
    return second.call(proposalCalls.approve, { id: proposalId });
  };
  /** What the leader does about chains, what addresses hold included. */
  const lookAtAll = async () => {
    for (const round of chainRounds(chain)) await round.run(new AbortController().signal);
  };
  return {
    site,
    call,
    quote,
    lookAtAll,
    operatorWith,
    first,
    second,
    look,
    mine,
    address,
    holder,
    state,
    give,
    returnByHand,
    takeBack,
  };
}
