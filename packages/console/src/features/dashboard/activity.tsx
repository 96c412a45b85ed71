import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { DayBars } from '../../ui/day-bars.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Stats } from '../../ui/stat.tsx';

/** Customers, and what they did day by day. */
export function Activity({ book }: { book: Book }) {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.activity, { book }, { everyMs: 60_000 });
  return (
    <Panel title={say('dashboard.activity')}>
      {data === undefined ? (
        error === null ? (
          <Waiting lines={4} />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Stats
            items={[
              { label: say('dashboard.total'), value: format.integer(data.customers) },
              { label: say('dashboard.verified'), value: format.integer(data.verified) },
              { label: say('dashboard.frozen'), value: format.integer(data.frozen) },
              { label: say('dashboard.new24h'), value: format.integer(data.registered24h) },
              { label: say('dashboard.new7d'), value: format.integer(data.registered7d) },
              { label: say('dashboard.sessions'), value: format.integer(data.activeSessions) },
            ]}
          />
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(190px, 100%), 1fr))' }}>
            <DayBars
              label={say('dashboard.fees')}
              // A bar's height is no money: it may pass through a float.
              days={data.days.map(({ day, fees }) => ({ day, height: Number(fees), shown: format.amount(fees) }))}
            />
            <DayBars
              label={say('dashboard.registered')}
              days={data.days.map(({ day, registered }) => ({ day, height: registered, shown: format.integer(registered) }))}
            />
            <DayBars
              label={say('dashboard.transactions')}
              days={data.days.map(({ day, transactions }) => ({
                day,
                height: transactions,
                shown: format.integer(transactions),
              }))}
            />
          </Box>
        </Box>
      )}
    </Panel>
  );
}
