import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import { formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { z } from 'zod';
import { type Act, type Desk, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { type Network, listNetworks } from '../networks.ts';

const payload = z.object({
  network: z.string(),
  deposits: z.boolean(),
  depositMinimum: z.string(),
  withdrawalMinimum: z.string(),
  confirmations: z.number(),
});
type Change = z.infer<typeof payload>;

const changeNetwork: Act<Change> = {
  kind: 'network.change',
  roles: ['finance'],
  schema: payload,
  exclusive: true,
  check: async (tx, change) => {
    const checked = await check(tx, change);
    return isRefusal(checked) ? checked : undefined;
  },
  apply: async (tx, change) => {
    const checked = await check(tx, change);
    if (isRefusal(checked)) return checked;
    await tx.query(
      `update networks set deposits = $2, deposit_minimum = $3, withdrawal_minimum = $4, confirmations = $5 where id = $1`,
      [change.network, change.deposits, checked.depositMinimum, checked.withdrawalMinimum, change.confirmations],
    );
    return undefined;
  },
};

/** Refusals: 11041 no such network, 11058 no amount of its coin. */
async function check(db: Queryable, change: Change): Promise<Pick<Network, 'depositMinimum' | 'withdrawalMinimum'> | Refusal> {
  const network = (await listNetworks(db)).find(({ id }) => id === change.network);
  if (network === undefined) return refuse('11041', { network: '11041' });
  const depositMinimum = parseAmount(change.depositMinimum, network.asset);
  if (depositMinimum === undefined) return refuse('11058', { depositMinimum: '11058' });
  const withdrawalMinimum = parseAmount(change.withdrawalMinimum, network.asset);
  if (withdrawalMinimum === undefined) return refuse('11058', { withdrawalMinimum: '11058' });
  return { depositMinimum, withdrawalMinimum };
}

/** Networks with their minimums, for operators. */
export function serveNetworksDesk(desk: Desk): void {
  desk.act(changeNetwork);
  serveDesk(desk, calls.networks, async () => (await listNetworks(desk.db)).map(toWire));
  serveDeskMove(desk, calls.proposeNetwork, (call, { reason, ...change }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: changeNetwork.kind,
      subject: `network:${change.network}`,
      payload: change,
      reason,
    }),
  );
}

function toWire({ id, asset, chain, name, deposits, confirmations, ...minimums }: Network) {
  return {
    id,
    coin: asset.code,
    chain,
    name,
    deposits,
    confirmations,
    depositMinimum: formatAmount(minimums.depositMinimum, asset),
    withdrawalMinimum: formatAmount(minimums.withdrawalMinimum, asset),
  };
}
