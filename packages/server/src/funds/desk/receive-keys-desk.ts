import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import { chains } from '@assay/contract/vocabulary/funds.ts';
import { firstAddresses, parseReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { z } from 'zod';
import { type Act, type Desk, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { keysInForce } from '../receive/addresses.ts';

/** What the second person agrees to, with the addresses that it means: those can be compared with the wallet. */
const payload = z.object({ chain: z.enum(chains), key: z.string(), addresses: z.array(z.string()) });
type Change = z.infer<typeof payload>;

/**
 * The address to which customers send money is changed by two persons only: one alone could divert it. The database takes the
 * key from the proposal itself, and applies the rules for loosened terms.
 */
const takeReceiveKey: Act<Change> = {
  kind: 'network.receiveKey',
  roles: ['finance'],
  schema: payload,
  exclusive: true,
  check: (tx, { chain, key, addresses }) => {
    const known = firstAddresses(chain, key);
    if (known.join() !== addresses.join()) throw new Error('a proposal shows other addresses than those of its key');
    return assertNew(tx, key);
  },
  apply: async (tx, _, { proposalId }) => {
    await tx.query('select receive_key_take($1)', [proposalId]);
    return undefined;
  },
};

/** Positions that were drawn once would be drawn again; on another chain it is the wrong account. */
async function assertNew(db: Queryable, key: string): Promise<Refusal | undefined> {
  const [found] = await db.query<{ known: boolean }>('select receive_key_known($1) as known', [key]);
  return found?.known === true ? refuse('11167', { key: '11167' }) : undefined;
}

/**
 * Keys of customers' receive addresses. Refusals: 11165 a private key, which is not written anywhere; 11166 no public key of an
 * account of the chain; 11167 a key that is, or was, in use.
 */
export function serveReceiveKeysDesk(desk: Desk): void {
  desk.act(takeReceiveKey);
  serveDesk(desk, calls.receiveKeys, async () => {
    const keys = await keysInForce(desk.db);
    return chains.map((chain) => {
      const known = keys.get(chain);
      return {
        chain,
        key: known?.key ?? null,
        sample: known?.sample ?? false,
        drawn: known?.drawn ?? 0,
        since: known?.createdAt.toISOString() ?? null,
        addresses: known === undefined ? [] : firstAddresses(chain, known.key),
      };
    });
  });
  serveDeskMove(desk, calls.proposeReceiveKey, (call, { chain, key: text, reason }, tx, audit) => {
    const read = parseReceiveKey(chain, text);
    if (read === 'private') return Promise.resolve(refuse('11165', { key: '11165' }));
    if (read === 'unusable') return Promise.resolve(refuse('11166', { key: '11166' }));
    return propose(desk, call, tx, audit, {
      kind: takeReceiveKey.kind,
      subject: `chain:${chain}`,
      payload: { chain, key: read.key, addresses: firstAddresses(chain, read.key) },
      reason,
    });
  });
}
