import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';

/** Contracts and options that the house is the counterparty of, by instrument. */
export function Exposure({ book }: { book: Book }) {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.exposure, { book }, { everyMs: 15_000 });
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={refetch} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={say('dashboard.exposure')} flush>
        {data.contracts.length === 0 ? (
          <Empty text={say('dashboard.noExposure')} />
        ) : (
          <RecordTable
            label={say('dashboard.exposure')}
            records={data.contracts}
            keyOf={({ code }) => code}
            columns={[
              {
                key: 'code',
                label: say('dashboard.instrument'),
                render: ({ code, priced }) => (
                  <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', fontWeight: 560 }}>
                    <bdi>{code}</bdi>
                    {!priced && <Tag text={say('dashboard.stale')} tone="warn" />}
                  </Box>
                ),
              },
              {
                key: 'positions',
                label: say('dashboard.positions'),
                figure: true,
                render: ({ positions }) => format.integer(positions),
              },
              { key: 'long', label: say('dashboard.long'), figure: true, render: ({ long }) => format.amount(long) },
              { key: 'short', label: say('dashboard.shortSide'), figure: true, render: ({ short }) => format.amount(short) },
              {
                key: 'net',
                label: say('dashboard.net'),
                figure: true,
                render: ({ net }) => <strong>{format.amount(net)}</strong>,
              },
              {
                key: 'unrealised',
                label: say('dashboard.unrealised'),
                figure: true,
                render: ({ unrealised }) => format.amount(unrealised),
              },
              {
                key: 'day',
                label: say('dashboard.realised24h'),
                figure: true,
                render: (one) => format.amount(one.realised24h),
              },
              { key: 'week', label: say('dashboard.realised7d'), figure: true, render: (one) => format.amount(one.realised7d) },
              { key: 'hedge', label: say('dashboard.hedge'), figure: true, render: ({ hedge }) => format.amount(hedge) },
            ]}
          />
        )}
      </Panel>
      <Panel title={say('dashboard.options')} flush>
        {data.options.length === 0 ? (
          <Empty text={say('dashboard.noOptions')} />
        ) : (
          <RecordTable
            label={say('dashboard.options')}
            records={data.options}
            keyOf={({ code }) => code}
            columns={[
              { key: 'code', label: say('dashboard.instrument'), render: ({ code }) => <bdi>{code}</bdi> },
              { key: 'count', label: say('dashboard.count'), figure: true, render: ({ options }) => format.integer(options) },
              { key: 'stakes', label: say('dashboard.stakes'), figure: true, render: ({ stakes }) => format.amount(stakes) },
              {
                key: 'payout',
                label: say('dashboard.payout'),
                figure: true,
                render: ({ payoutMax }) => <strong>{format.amount(payoutMax)}</strong>,
              },
              {
                key: 'day',
                label: say('dashboard.realised24h'),
                figure: true,
                render: (one) => format.amount(one.realised24h),
              },
              { key: 'week', label: say('dashboard.realised7d'), figure: true, render: (one) => format.amount(one.realised7d) },
            ]}
          />
        )}
      </Panel>
    </Box>
  );
}
