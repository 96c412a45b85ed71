import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Typography } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { choices } from '../../shared/desk/choices.ts';
import type { FilterSpec } from '../../shared/desk/filters.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';

type Sums = DeskResult<typeof consoleCalls.deposits.waiting>;
const everyMs = 15_000;

/** How many cases wait, and for how much. */
export function useWaiting(desk: 'deposits' | 'withdrawals'): Sums | undefined {
  return useDesk(consoleCalls[desk].waiting, {}, { everyMs }).data;
}

/** By what cases of money are narrowed: how they stand, with how many of each, their days, their coin, and one's own. */
export function useCaseFilters(statuses: readonly string[], sums: Sums | undefined): readonly FilterSpec[] {
  const say = useWords();
  const name = useNames();
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
      options: choices(['USDT', 'BTC', 'ETH'], (coin) => coin),
    },
    {
      kind: 'choice',
      name: 'mine',
      label: say('cases.who'),
      options: choices(['YES'], () => say('cases.decidedByMe')),
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
