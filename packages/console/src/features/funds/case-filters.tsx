import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { caseOrders } from '@assay/contract/vocabulary/funds.ts';
import { Box, Typography } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { choices } from '../../shared/desk/choices.ts';
import type { FilterSpec } from '../../shared/desk/filters.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';

type Sums = DeskResult<typeof consoleCalls.deposits.waiting>;
const everyMs = 15_000;
const amounts = /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,8})?$/;
const plain = (text: string) => text;

/** How many cases wait, and for how much. */
export function useWaiting(desk: 'deposits' | 'withdrawals'): Sums | undefined {
  return useDesk(consoleCalls[desk].waiting, {}, { everyMs }).data;
}

/**
 * Filters of money cases: their status, with the number of each, their days, coin, network, amount and hash, and who has
 * decided them.
 */
export function useCaseFilters(statuses: readonly string[], sums: Sums | undefined): readonly FilterSpec[] {
  const say = useWords();
  const name = useNames();
  const networks = useDesk(consoleCalls.deposits.networks, {}).data ?? [];
  const counts: Readonly<Record<string, number>> =
    sums === undefined
      ? {}
      : { open: sums.pendingReview + sums.approved, pendingReview: sums.pendingReview, approved: sums.approved };
  return [
    {
      kind: 'tabs',
      name: 'status',
      label: say('cases.status'),
      always: true,
      options: choices(
        ['open', ...statuses, 'all'],
        (status) => name('funds.statuses', status),
        (status) => counts[status],
      ),
    },
    { kind: 'day', name: 'from', label: say('cases.from'), end: 'first' },
    { kind: 'day', name: 'to', label: say('cases.to'), end: 'last' },
    {
      kind: 'choice',
      name: 'coin',
      label: say('cases.coin'),
      options: choices([...new Set(networks.map(({ coin }) => coin))], plain),
    },
    {
      kind: 'choice',
      name: 'network',
      label: say('cases.network'),
      options: choices(
        networks.map(({ id }) => id),
        plain,
      ),
    },
    { kind: 'text', name: 'amountFrom', label: say('cases.amountFrom'), width: 150, fits: amounts },
    { kind: 'text', name: 'amountTo', label: say('cases.amountTo'), width: 150, fits: amounts },
    { kind: 'text', name: 'hash', label: say('cases.hash'), width: 190, fits: /^[0-9A-Za-z]{4,128}$/ },
    { kind: 'text', name: 'by', label: say('cases.by'), width: 170 },
    {
      kind: 'choice',
      name: 'mine',
      label: say('cases.who'),
      options: choices(['YES'], () => say('cases.decidedByMe')),
    },
    {
      kind: 'choice',
      name: 'sort',
      label: say('cases.sort'),
      options: choices(caseOrders, (order) => say(`cases.sorts.${order}`)),
    },
  ];
}

/** What waits in all, by coin. */
export function WaitingTotals({ sums }: { sums: Sums | undefined }) {
  const say = useWords();
  if (sums === undefined || sums.totals.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline', mb: 1.5 }}>
      <Typography variant="caption" color="textSecondary">
        {say('cases.waitingTotal')}
      </Typography>
      {sums.totals.map(({ coin, amount, cases }) => (
        <Typography key={coin} component="span">
          <Money amount={amount} asset={coin} />{' '}
          <Typography component="span" variant="caption" color="textSecondary">
            × {cases}
          </Typography>
        </Typography>
      ))}
    </Box>
  );
}
