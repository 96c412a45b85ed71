import type { Desk } from '../operators/index.ts';
import type { FundsContext } from './context.ts';
import { serveChainsDesk } from './desk/chains-desk.ts';
import { serveDepositsDesk } from './desk/deposits-desk.ts';
import { serveNetworksDesk } from './desk/networks-desk.ts';
import { servePayoutsDesk } from './desk/payouts-desk.ts';
import { serveReceiveKeysDesk } from './desk/receive-keys-desk.ts';
import { serveReleasesDesk } from './desk/releases-desk.ts';
import { serveWithdrawalsDesk } from './desk/withdrawals-desk.ts';

/**
 * The desks of deposits and withdrawals. A reviewer or finance takes the first step of a deposit, finance the second; both
 * steps of a withdrawal are finance's.
 */
export function serveFundsDesk(desk: Desk, context: FundsContext): void {
  serveDepositsDesk(desk, context);
  serveReleasesDesk(desk, context);
  serveWithdrawalsDesk(desk, context);
  serveNetworksDesk(desk);
  serveReceiveKeysDesk(desk);
  servePayoutsDesk(desk, context);
  serveChainsDesk(desk, context);
}
