import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type Chain, chains } from '@assay/contract/vocabulary/funds.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { hasSigned, reserveMessage } from '@assay/domain/funds/signed-address.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import { type Act, type Desk, cursorOf as pageCursorOf, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { isReceiveAddress } from '../receive/addresses.ts';
import { listReserves, reservesMax } from '../solvency/reserves.ts';
import { readSolvency } from '../solvency/solvency.ts';
import { cursorOf } from '../watch/cursor.ts';
import { listMoved } from '../watch/moved.ts';

const payload = z.object({
  chain: z.enum(chains),
  address: z.string(),
  label: z.string(),
  message: z.string(),
  signature: z.string(),
});
type Reserve = z.infer<typeof payload>;

/**
 * Refusals: 11045 no address of the chain, 11241 its key has not signed the message of this site, 11056 declared or retired already,
 * or a customer's, 11250 more than are shown.
 */
async function check(
  db: Queryable,
  { chain, address, message, signature }: Reserve,
  origin: string,
): Promise<Refusal | undefined> {
  if (parseAddress(chain, address) !== address) return refuse('11045', { address: '11045' });
  if (message !== reserveMessage(origin) || !hasSigned(chain, address, { message, signature }))
    return refuse('11241', { signature: '11241' });
  const known = await db.query(
    `select from reserve_addresses where address = $1 and message = $2 and chain = $3
     union all select from reserve_retirements where address = $1`,
    [address, message, chain],
  );
  if (known.length > 0 || (await isReceiveAddress(db, address))) return refuse('11056', { address: '11056' });
  return (await listReserves(db, origin)).length >= reservesMax ? refuse('11250') : undefined;
}

/** One operator alone could declare a stranger's address as ours. */
const declareReserve = (origin: string): Act<Reserve> => ({
  kind: 'reserve.declare',
  roles: ['finance'],
  schema: payload,
  check: (tx, change) => check(tx, change, origin),
  apply: async (tx, change, { proposalId, at }) => {
    const refused = await check(tx, change, origin);
    if (refused !== undefined) return refused;
    await tx.query(
      `insert into reserve_addresses (chain, address, label, message, signature, proposal_id, declared_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [change.chain, change.address, change.label, change.message, change.signature, proposalId, new Date(at)],
    );
    return undefined;
  },
});

const retired = z.object({ address: z.string() });

/** A sold or stolen wallet holds nothing for our customers; a single operator could otherwise understate the reserves. */
const retireReserve = (origin: string): Act<z.infer<typeof retired>> => ({
  kind: 'reserve.retire',
  roles: ['finance'],
  schema: retired,
  check: async (tx, { address }) => {
    const counts = (await listReserves(tx, origin)).some((reserve) => reserve.address === address);
    return counts ? undefined : refuse('404', { address: '404' });
  },
  apply: async (tx, { address }, { proposalId, at }) => {
    await tx.query('insert into reserve_retirements (address, proposal_id, retired_at) values ($1, $2, $3)', [
      address,
      proposalId,
      new Date(at),
    ]);
    return undefined;
  },
});

interface UncreditedRow {
  readonly id: number;
  readonly network: string;
  readonly coin: string;
  readonly hash: string;
  readonly address: string;
  readonly amount: bigint;
  readonly confirmations: number;
  readonly needed: number;
  readonly lost: boolean;
  readonly case: string | null;
  readonly userId: string;
  readonly userName: string;
}

/** What has reached customers' addresses and no case credits, or whose block was replaced; the newest first. */
async function listUncredited(
  db: Queryable,
  { cursor, limit }: DeskInput<typeof calls.uncredited>,
): Promise<DeskResult<typeof calls.uncredited> | Refusal> {
  const before = pageCursorOf(cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<UncreditedRow>(
    `select p.id, n.id as network, n.coin, p.hash, p.address, p.amount, n.confirmations as needed, p.lost_at is not null as lost,
       case when p.lost_at is null then greatest(w.height - p.height + 1, 0) else 0 end as confirmations,
       d.deposit_no as "case", u.id::text as "userId", u.user_name as "userName"
     from chain_payments p join networks n on n.id = p.network_id join users u on u.id = p.user_id
     join chain_watches w on w.chain = p.chain left join deposits d on d.id = p.deposit_id
     where (p.deposit_id is null or p.lost_at is not null) and ($1::bigint is null or p.id < $1)
     order by p.id desc limit $2`,
    [before, limit + 1],
  );
  const items = rows.slice(0, limit).map(({ id, userId, userName, amount: units, coin, ...row }) => ({
    ...row,
    id: String(id),
    coin,
    amount: formatAmount(amount(units), assetOf(coin)),
    customer: { id: userId, userName },
  }));
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How far each chain has been read, what is not credited, and coins held against coins owed. */
export function serveChainsDesk(desk: Desk, { origin }: Pick<FundsContext, 'origin'>): void {
  const { db } = desk;
  const message = reserveMessage(origin);
  const [declare, retire] = [declareReserve(origin), retireReserve(origin)];
  desk.act(declare);
  desk.act(retire);
  serveDesk(desk, calls.watches, () => Promise.all(chains.map((chain) => watchOf(db, chain))));
  serveDesk(desk, calls.uncredited, (_, input) => listUncredited(db, input));
  serveDesk(desk, calls.internalMoves, (_, input) => listMoved(db, input));
  serveDesk(desk, calls.solvency, async () => ({ ...(await readSolvency(db, desk.clock.wall())), message }));
  serveDeskMove(desk, calls.proposeReserve, (call, { reason, address, ...declared }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: declare.kind,
      subject: `chain:${declared.chain}`,
      payload: { ...declared, address: parseAddress(declared.chain, address) ?? address, message },
      reason,
    }),
  );
  serveDeskMove(desk, calls.proposeRetirement, (call, { address, reason }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: retire.kind, subject: `address:${address}`, payload: { address }, reason }),
  );
}

async function watchOf(db: Queryable, chain: Chain) {
  const cursor = await cursorOf(db, chain);
  const none = { chain, state: 'off' as const, height: null, head: null, heardAt: null, fault: null };
  if (cursor === undefined || !cursor.watched) return none;
  const { height, head, heardAt, fault, begun } = cursor;
  const state = fault === null ? ('well' as const) : ('fault' as const);
  if (!begun) return { ...none, state, fault };
  return { chain, state, height, head, heardAt: heardAt.toISOString(), fault };
}
