import type { Halt } from '@assay/contract/endpoints/console/halts.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { HaltScope } from '@assay/contract/vocabulary/halts.ts';
import { assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { Box } from '@mui/material';
import { useOperator } from '../../shared/client/operator.ts';
import type { Choice, FieldSpec } from '../../shared/desk/act-field.tsx';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { type Say, useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

const { halts } = consoleCalls;

/** Brakes: what is stopped for all customers, by whom, and what was. */
export function HaltsPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('halts.title')} lead={say('halts.lead')} actions={<Begin />}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DeskList
          call={halts.list}
          label={say('halts.title')}
          empty={say('halts.none')}
          keyOf={({ id }) => id}
          filters={[
            {
              kind: 'choice',
              name: 'only',
              label: say('halts.show'),
              options: [{ value: 'inForce', label: say('halts.inForceOnly') }],
            },
          ]}
          columns={[
            { key: 'scope', label: say('halts.scope'), render: (halt) => <strong>{whatOf(say, halt)}</strong> },
            { key: 'state', label: say('halts.state'), render: (halt) => <State halt={halt} /> },
            { key: 'since', label: say('halts.since'), figure: true, render: ({ begunAt }) => format.dateTime(begunAt) },
            {
              key: 'by',
              label: say('halts.by'),
              render: ({ begunBy, confirmedBy }) =>
                [begunBy.name, ...(confirmedBy === null ? [] : [confirmedBy.name])].join(' · '),
            },
            { key: 'reason', label: say('act.reason'), render: ({ reason }) => reason },
            {
              key: 'message',
              label: say('halts.message'),
              render: ({ message, confirmedBy }) => (
                <>
                  <bdi>{message ?? ''}</bdi>
                  {message !== null && confirmedBy === null && <Tag text={say('halts.unread')} tone="warn" />}
                </>
              ),
            },
            { key: 'acts', label: say('frame.acts'), quiet: true, figure: true, render: (halt) => <Acts halt={halt} /> },
          ]}
        />
        <ProposalsOfKind kind="halt.end" label={say('halts.proposals')} />
      </Box>
    </Page>
  );
}

function whatOf(say: Say, { scope, subject }: Pick<Halt, 'scope' | 'subject'>): string {
  const asset = assetClasses.find((one) => one === subject);
  if (scope === 'class' && asset !== undefined)
    return `${say('halts.scopes.class')}: ${say(`offer.instruments.classes.${asset}`)}`;
  return subject === null ? say(`halts.scopes.${scope}`) : `${say(`halts.scopes.${scope}`)}: ${subject}`;
}

function State({ halt: { inForce, lapsesAt, endedAt, endedBy } }: { halt: Halt }) {
  const say = useWords();
  const format = useFormat();
  if (inForce)
    return (
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
        <Tag text={say('halts.inForce')} tone="warn" />
        {lapsesAt !== null && <Tag text={say('halts.until', { at: format.dateTime(lapsesAt) })} />}
      </Box>
    );
  if (endedAt !== null) return <Tag text={say('halts.ended', { at: format.dateTime(endedAt), name: endedBy?.name ?? '' })} />;
  return <Tag text={say('halts.lapsed', { at: format.dateTime(lapsesAt ?? '') })} />;
}

function useReason(): FieldSpec {
  const say = useWords();
  return { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') };
}

/** What is stopped, in one choice: a class is one each. */
function scopeChoices(say: Say): Choice[] {
  const of = (scope: HaltScope): Choice => ({ value: scope, label: say(`halts.scopes.${scope}`) });
  const classes = assetClasses.map((one) => ({ value: `class:${one}`, label: whatOf(say, { scope: 'class', subject: one }) }));
  return [of('openings'), of('instrument'), ...classes, of('withdrawals'), of('registrations')];
}

function Begin() {
  const say = useWords();
  return (
    <Act
      call={halts.begin}
      label={say('halts.begin')}
      lead={say('halts.beginLead')}
      fields={[
        { kind: 'choice', name: 'scope', label: say('halts.scope'), options: scopeChoices(say) },
        { kind: 'text', name: 'subject', label: say('halts.subject'), help: say('halts.subjectHelp') },
        { kind: 'text', name: 'message', label: say('halts.message'), help: say('halts.messageHelp') },
        useReason(),
      ]}
      build={stopOf}
      done={say('halts.begun')}
      tone="danger"
    />
  );
}

function stopOf({ scope: chosen = '', subject = '', message = '', reason = '' }: Values) {
  const [scope, assetClass] = chosen.split(':');
  const code = subject.trim().toUpperCase();
  return {
    scope,
    subject: assetClass ?? (code === '' ? null : code),
    message: message.trim() === '' ? null : message,
    reason,
  };
}

function Acts({ halt: { id, inForce, lapsesAt, begunBy, confirmedBy, message } }: { halt: Halt }) {
  const say = useWords();
  const self = useOperator();
  const reason = useReason();
  if (!inForce) return null;
  const unread = message !== null && confirmedBy === null;
  return (
    <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
      {(lapsesAt !== null || unread) && begunBy.id !== self.id && (
        <Act
          call={halts.confirm}
          label={say('halts.confirm')}
          lead={
            <>
              {lapsesAt !== null && <p>{say('halts.confirmLead')}</p>}
              {unread && (
                <p>
                  {say('halts.confirmMessage')} <bdi>{message}</bdi>
                </p>
              )}
            </>
          }
          about={{ id }}
          done={say('halts.confirmed')}
        />
      )}
      <Act
        call={halts.proposeEnd}
        label={say('halts.end')}
        lead={say('act.secondPerson')}
        fields={[reason]}
        about={{ id }}
        done={say('act.proposed')}
      />
    </Box>
  );
}
