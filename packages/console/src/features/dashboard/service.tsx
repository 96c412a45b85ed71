import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';

/** From so much on a desk keeps its target, and below that it is far from it. */
const wellPercent = 95;
const farPercent = 80;
const toneOf = (percent: number): Tone => (percent >= wellPercent ? 'good' : percent >= farPercent ? 'warn' : 'bad');

/** How long customers waited at each desk, against the target of its queue. */
export function Service() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.service, {}, { everyMs: 60_000 });
  const age = (seconds: number | null) => (seconds === null ? absent : format.age(seconds * 1000));
  return (
    <Panel title={say('dashboard.service')} flush>
      {data === undefined ? (
        error === null ? (
          <Waiting lines={4} />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : (
        <RecordTable
          label={say('dashboard.service')}
          records={data}
          keyOf={({ desk }) => desk}
          columns={[
            { key: 'desk', label: say('dashboard.desk'), render: ({ desk }) => name('desks', desk) },
            {
              key: 'target',
              label: say('dashboard.target'),
              figure: true,
              render: ({ targetHours }) => age(targetHours * 3600),
            },
            { key: 'decided', label: say('dashboard.decided'), figure: true, render: ({ decided }) => format.integer(decided) },
            {
              key: 'within',
              label: say('dashboard.within'),
              figure: true,
              render: ({ decided, within }) => {
                if (decided === 0) return absent;
                const percent = Math.floor((within * 100) / decided);
                return <Tag text={`${percent} %`} tone={toneOf(percent)} />;
              },
            },
            { key: 'median', label: say('dashboard.median'), figure: true, render: ({ medianSeconds }) => age(medianSeconds) },
            { key: 'most', label: say('dashboard.most'), figure: true, render: ({ mostSeconds }) => age(mostSeconds) },
          ]}
        />
      )}
    </Panel>
  );
}
