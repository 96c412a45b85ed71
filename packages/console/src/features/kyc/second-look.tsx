import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { IdentityImage } from '@assay/contract/vocabulary/kyc.ts';
import { Box } from '@mui/material';
import { useOperator } from '../../shared/client/operator.ts';
import { Act } from '../../shared/desk/act.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';

const tones = { waiting: 'gold', count: 'good', held: 'bad' } as const;

export function SecondLookTag({ state }: { state: keyof typeof tones }) {
  const say = useWords();
  return <Tag text={say(`kyc.secondLooks.${state}`)} tone={tones[state]} />;
}

/** Another reviewer, who has looked at each picture, lets the higher limits of a verified customer count, or holds them. */
export function SecondLook({ item, unseen }: { item: KycCaseDetail; unseen: readonly IdentityImage[] }) {
  const say = useWords();
  const format = useFormat();
  const operator = useOperator();
  const { secondLook } = item;
  if (secondLook === null) return null;
  const { state, countsFrom, lookedBy } = secondLook;
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  const blocked = item.decidedBy?.id === operator.id ? say('kyc.notByYou') : null;
  const names = unseen.map((field) => say(`kyc.fields.${field}`)).join(', ');
  const lookFirst = unseen.length === 0 ? null : say('kyc.lookFirst', { names });
  const settled = state === 'count' && lookedBy !== null;
  return (
    <Panel title={say('kyc.secondLook')}>
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        <Figures
          rows={[
            { label: say('cases.status'), value: <SecondLookTag state={state} /> },
            { label: say('kyc.countsFrom'), value: format.dateTime(countsFrom) },
            ...(lookedBy === null ? [] : [{ label: say('kyc.lookedBy'), value: <bdi>{lookedBy.name}</bdi> }]),
          ]}
        />
        {settled ? null : (
          <Act
            call={consoleCalls.kyc.lookAgain}
            label={say('kyc.confirm')}
            lead={say('kyc.confirmLead')}
            fields={[reason]}
            about={{ id: item.id, objects: false }}
            done={say('kyc.confirmed')}
            blocked={blocked ?? lookFirst}
            tone={lookFirst === null ? 'primary' : 'plain'}
            stacked
          />
        )}
        {state === 'held' ? null : (
          <Act
            call={consoleCalls.kyc.lookAgain}
            label={say('kyc.object')}
            lead={say('kyc.objectLead')}
            fields={[reason]}
            about={{ id: item.id, objects: true }}
            done={say('kyc.objected')}
            blocked={blocked}
            tone="danger"
            stacked
          />
        )}
      </Box>
    </Panel>
  );
}
