import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { DayBars } from '../../ui/day-bars.tsx';
import { Panel } from '../../ui/panel.tsx';

const kinds = ['treasury', 'insurance', 'trading', 'fees'] as const;

/** What accounts of the house had at the close of each day. */
export function Course({ book }: { book: Book }) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.course, { book });
  return (
    <Panel title={say('money.treasury.course')}>
      {data === undefined ? (
        error === null ? (
          <Waiting lines={4} />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : data.length === 0 ? (
        <Empty text={say('money.treasury.noCourse')} />
      ) : (
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))' }}>
          {kinds.map((kind) => (
            <DayBars
              key={kind}
              label={`${name('names.account', kind)} · USDT`}
              // A bar's height is no money: it may pass through a float.
              days={data.map((day) => ({ day: day.day, height: Number(day[kind]), shown: format.amount(day[kind]) }))}
            />
          ))}
        </Box>
      )}
    </Panel>
  );
}
