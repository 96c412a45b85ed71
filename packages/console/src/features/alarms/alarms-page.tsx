import type { Alarm } from '@assay/contract/endpoints/console/alarms.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { DirectAct } from '../../shared/desk/direct-act.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

const { alarms } = consoleCalls;

/** Alarms that need attention, who handles them, and past ones. */
export function AlarmsPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('alarms.title')} lead={say('alarms.lead')}>
      <DeskList
        call={alarms.list}
        label={say('alarms.title')}
        empty={say('alarms.none')}
        keyOf={({ id }) => id}
        filters={[
          {
            kind: 'choice',
            name: 'only',
            label: say('alarms.show'),
            options: [{ value: 'standing', label: say('alarms.standing') }],
          },
        ]}
        columns={[
          { key: 'rule', label: say('alarms.rule'), render: ({ rule }) => <strong>{say(`alarms.rules.${rule}`)}</strong> },
          { key: 'subject', label: say('alarms.subject'), render: ({ subject }) => <bdi>{subject}</bdi> },
          { key: 'detail', label: say('alarms.detail'), render: ({ detail }) => <bdi>{detail}</bdi> },
          { key: 'raised', label: say('alarms.raised'), figure: true, render: ({ raisedAt }) => format.dateTime(raisedAt) },
          { key: 'state', label: say('alarms.state'), render: (alarm) => <State alarm={alarm} /> },
          {
            key: 'acts',
            label: say('frame.acts'),
            quiet: true,
            figure: true,
            render: ({ id, takenBy, endedAt }) =>
              takenBy === null && endedAt === null ? (
                <DirectAct call={alarms.take} input={{ id }} label={say('alarms.take')} done={say('alarms.taken')} />
              ) : null,
          },
        ]}
      />
    </Page>
  );
}

function State({ alarm: { endedAt, takenBy, toldAt } }: { alarm: Alarm }) {
  const say = useWords();
  const format = useFormat();
  if (endedAt !== null) return <Tag text={say('alarms.ended', { at: format.dateTime(endedAt) })} />;
  if (takenBy !== null) return <Tag text={say('alarms.takenBy', { name: takenBy.name })} tone="info" />;
  return <Tag text={say(toldAt === null ? 'alarms.untold' : 'alarms.standing')} tone="bad" />;
}
