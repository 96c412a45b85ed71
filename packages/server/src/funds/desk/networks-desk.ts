import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import { type Amount, formatAmount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { compare, fitsDecimals, formatFixed, parseFixed, toFixed } from '@assay/domain/money/fixed.ts';
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
  feeRate: z.string().nullable().optional(),
  feeMin: z.string().optional(),
  feeMax: z.string().nullable().optional(),
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
    const { depositMinimum, withdrawalMinimum, feeRate, feeMin, feeMax } = checked;
    await tx.query(
      `update networks set deposits = $2, deposit_minimum = $3, withdrawal_minimum = $4, confirmations = $5, fee_rate = $6, fee_min = $7,
         fee_max = $8 where id = $1`,
      [
        change.network,
        change.deposits,
        depositMinimum,
        withdrawalMinimum,
        change.confirmations,
        feeRate === null ? null : formatFixed(feeRate),
        feeMin,
        feeMax,
      ],
    );
    return undefined;
  },
};

type Checked = Pick<Network, 'depositMinimum' | 'withdrawalMinimum' | 'feeRate' | 'feeMin' | 'feeMax'>;

/** As much of a withdrawal as a fee may be, and as exact: a slip of the finger must not give it away. */
const feeRateMax = toFixed('0.1');
const rateDecimalsMax = 6;

/** Refusals: 11041 no such network, 11058 no amount of its coin, 11076 no fee that leaves something of the smallest withdrawal. */
async function check(db: Queryable, change: Change): Promise<Checked | Refusal> {
  const network = (await listNetworks(db)).find(({ id }) => id === change.network);
  if (network === undefined) return refuse('11041', { network: '11041' });
  const depositMinimum = parseAmount(change.depositMinimum, network.asset);
  if (depositMinimum === undefined) return refuse('11058', { depositMinimum: '11058' });
  const withdrawalMinimum = parseAmount(change.withdrawalMinimum, network.asset);
  if (withdrawalMinimum === undefined) return refuse('11058', { withdrawalMinimum: '11058' });
  const fee = feeOf(change, network, withdrawalMinimum);
  return isRefusal(fee) ? fee : { depositMinimum, withdrawalMinimum, ...fee };
}

/** What is left out stays as it is. */
function feeOf(
  change: Change,
  { asset, ...now }: Network,
  withdrawalMinimum: Amount,
): Pick<Network, 'feeRate' | 'feeMin' | 'feeMax'> | Refusal {
  const feeRate =
    typeof change.feeRate === 'string' ? parseFixed(change.feeRate) : change.feeRate === null ? null : now.feeRate;
  if (feeRate === undefined) return refuse('11076', { feeRate: '11076' });
  if (feeRate !== null && (!fitsDecimals(feeRate, rateDecimalsMax) || compare(feeRate, feeRateMax) > 0))
    return refuse('11076', { feeRate: '11076' });
  const feeMin = change.feeMin === undefined ? now.feeMin : parseAmount(change.feeMin, asset);
  if (feeMin === undefined) return refuse('11058', { feeMin: '11058' });
  if (feeMin >= withdrawalMinimum) return refuse('11076', { feeMin: '11076' });
  const feeMax =
    typeof change.feeMax === 'string' ? parseAmount(change.feeMax, asset) : change.feeMax === null ? null : now.feeMax;
  if (feeMax === undefined) return refuse('11058', { feeMax: '11058' });
  return feeMax !== null && (feeMax < feeMin || feeMax === nothing)
    ? refuse('11076', { feeMax: '11076' })
    : { feeRate, feeMin, feeMax };
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

function toWire({ id, asset, chain, name, deposits, confirmations, feeRate, feeMin, feeMax, ...minimums }: Network) {
  return {
    id,
    coin: asset.code,
    chain,
    name,
    deposits,
    confirmations,
    depositMinimum: formatAmount(minimums.depositMinimum, asset),
    withdrawalMinimum: formatAmount(minimums.withdrawalMinimum, asset),
    feeRate: feeRate === null ? null : formatFixed(feeRate),
    feeMin: formatAmount(feeMin, asset),
    feeMax: feeMax === null ? null : formatAmount(feeMax, asset),
  };
}
