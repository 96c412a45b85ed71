import type { Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import type { Snapshot } from '../../shared/parts/diff.tsx';

const { parameters, instruments, planProducts, deposits } = consoleCalls;

interface Change {
  /** Null for what replaces nothing. */
  readonly before: Snapshot | null;
  readonly after: Snapshot;
}

/** What a proposal would make, and as long as it waits, of what; null while that is being read. */
export function useChange({ kind, payload, status }: Proposal): Change | null {
  const { roles } = useOperator();
  const about = (wanted: string) => ({ enabled: status === 'waiting' && kind === wanted });
  const code = typeof payload['code'] === 'string' ? payload['code'] : '';
  const parameter = useDesk(parameters.list, {}, about('parameter.change'));
  const instrument = useDesk(instruments.list, { q: code, limit: 100 }, about('instrument.terms'));
  const plan = useDesk(planProducts.list, { limit: 100 }, about('plan.product'));
  const seesNetworks = mayCall(deposits.networks, roles);
  const network = useDesk(deposits.networks, {}, { enabled: about('network.change').enabled && seesNetworks });

  if ([parameter, instrument, plan, network].some(({ isLoading }) => isLoading)) return null;
  const key = payload['key'];
  const contract = payload['contract'];
  if (kind === 'parameter.change' && typeof key === 'string') {
    const now = parameter.data?.find((one) => one.key === key);
    return { before: now === undefined ? null : { [key]: now.value }, after: { [key]: payload['value'] } };
  }
  if (kind === 'instrument.terms' && isSnapshot(contract)) {
    const now = instrument.data?.items.find((one) => one.code === code);
    // What is left out becomes again what the catalogue has.
    return { before: now === undefined ? null : { code, ...now.terms }, after: { code, ...now?.listed, ...contract } };
  }
  const known: Snapshot | undefined =
    plan.data?.items.find(({ id }) => id === payload['id']) ?? network.data?.find(({ id }) => id === payload['network']);
  return { before: known === undefined ? null : only(known, payload), after: payload };
}

function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that would be replaced. */
function only(whole: Snapshot, payload: Snapshot): Snapshot {
  return Object.fromEntries(Object.keys(payload).map((field) => [field, field === 'network' ? whole['id'] : whole[field]]));
}
