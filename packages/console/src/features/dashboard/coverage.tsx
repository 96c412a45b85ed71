import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';

const rows = [
  'treasuryFree',
  'committed',
  'insurance',
  'lendingFree',
  'lentOut',
  'trading',
  'tradingFunded',
  'tradingDebt',
  'capital',
  'customers',
] as const;

/** What the house has against what it owes, in one book. */
export function Coverage({ book }: { book: Book }) {
  const say = useWords();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.coverage, {}, { everyMs: 60_000 });
  const coverage = data?.find((one) => one.book === book);
  const covered = coverage?.tradingDebt === '0' && !coverage.treasuryFree.startsWith('-');
  return (
    <Panel
      title={say('dashboard.coverage')}
      actions={
        coverage !== undefined && (
          <Tag text={say(covered ? 'dashboard.covered' : 'dashboard.short')} tone={covered ? 'good' : 'bad'} />
        )
      }
    >
      {coverage === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : (
        <Figures
          rows={rows.map((row) => ({ label: say(`dashboard.${row}`), value: <Money amount={coverage[row]} asset="USDT" /> }))}
        />
      )}
    </Panel>
  );
}
