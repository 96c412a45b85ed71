import { type DeskAction, leftMax } from '@assay/contract/endpoints/console/actions.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { ActionFaults } from './action-faults.tsx';
import { dividendMeans, dividendOf, splitMeans, splitOf, termsText } from './action-terms.ts';

const { actions } = consoleCalls;

const tones: Readonly<Record<DeskAction['status'], Tone>> = {
  waiting: 'gold',
  underWay: 'info',
  done: 'good',
  withdrawn: 'plain',
};

/** What companies make of their shares, recorded by two before its first day. */
export function ActionsPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('offer.actions.title')} lead={say('offer.actions.lead')} actions={<RecordActs />}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DeskList
          call={actions.list}
          label={say('offer.actions.recorded')}
          embedded
          empty={say('offer.actions.none')}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'code',
              label: say('offer.instruments.code'),
              render: ({ code, name }) => <Two first={<strong>{code}</strong>} second={name} />,
            },
            {
              key: 'kind',
              label: say('offer.actions.kind'),
              render: (action) => <Two first={say(`offer.actions.kinds.${action.kind}`)} second={termsText(action, say)} />,
            },
            {
              key: 'status',
              label: say('offer.actions.status'),
              render: ({ status, doneAt }) => (
                <Two
                  first={<Tag text={say(`offer.actions.statuses.${status}`)} tone={tones[status]} />}
                  second={doneAt === null ? null : format.dateTime(doneAt)}
                />
              ),
            },
            {
              key: 'firstDay',
              label: say('offer.actions.firstDay'),
              render: ({ firstDay, beginsAt, status }) => {
                const begins = say('offer.actions.begins', { at: format.dateTime(beginsAt) });
                return <Two first={firstDay} second={status === 'waiting' || status === 'underWay' ? begins : null} />;
              },
            },
            { key: 'adjusted', label: say('offer.actions.adjusted'), render: (action) => <Adjusted action={action} /> },
            {
              key: 'acts',
              label: say('frame.acts'),
              quiet: true,
              figure: true,
              render: (action) => action.status === 'waiting' && <Withdraw action={action} />,
            },
          ]}
        />
        <ActionFaults />
        <ProposalsOfKind kind="instrument.recordAction" label={say('offer.actions.proposals')} />
        <ProposalsOfKind kind="instrument.withdrawAction" label={say('offer.actions.withdrawals')} />
      </Box>
    </Page>
  );
}

/** What is looked for, and underneath what belongs to it: so that the acts are in sight on any desk. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.25, whiteSpace: 'nowrap' }}>
      <Box>{first}</Box>
      {second !== null && <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{second}</Box>}
    </Box>
  );
}

/** Who is adjusted, and who is still to be; empty before it has begun. */
function Adjusted({ action: { kind, status, contracts, options, left } }: { action: DeskAction }) {
  const say = useWords();
  const format = useFormat();
  if (status === 'waiting' || status === 'withdrawn') return absent;
  const done = [say('offer.actions.contracts', { many: format.integer(contracts) })];
  // A dividend concerns no option.
  if (kind !== 'dividend') done.push(say('offer.actions.options', { many: format.integer(options) }));
  const many = format.integer(left ?? 0);
  const open = left !== null && left >= leftMax ? say('offer.actions.orMore', { many }) : many;
  return <Two first={done.join(' · ')} second={left === null ? null : say('offer.actions.left', { many: open })} />;
}

/** A split and a dividend each have a dialog of their own, so that no dialog has fields that do not belong to it. */
function RecordActs() {
  const say = useWords();
  const code = {
    kind: 'text',
    name: 'code',
    label: say('offer.instruments.code'),
    help: say('offer.actions.codeHelp'),
  } as const;
  const day = {
    kind: 'text',
    name: 'firstDay',
    label: say('offer.actions.firstDay'),
    help: say('offer.actions.firstDayHelp'),
  } as const;
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  const amount = (name: string, label: string, help: string) => ({ kind: 'amount', name, label, help }) as const;
  return (
    <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap' }}>
      <Act
        call={actions.propose}
        label={say('offer.actions.recordSplit')}
        lead={say('act.secondPerson')}
        fields={[
          code,
          {
            kind: 'choice',
            name: 'kind',
            label: say('offer.actions.kind'),
            options: choices(['split', 'reverseSplit'] as const, (one) => say(`offer.actions.kinds.${one}`)),
          },
          amount('toUnits', say('offer.actions.to'), say('offer.actions.toHelp')),
          amount('fromUnits', say('offer.actions.from'), say('offer.actions.fromHelp')),
          day,
          reason,
        ]}
        build={splitOf}
        preview={(values) => splitMeans(values, say)}
        done={say('act.proposed')}
        tone="primary"
      />
      <Act
        call={actions.propose}
        label={say('offer.actions.recordDividend')}
        lead={say('act.secondPerson')}
        fields={[code, amount('perUnit', say('offer.actions.perUnit'), say('offer.actions.perUnitHelp')), day, reason]}
        build={dividendOf}
        about={{ kind: 'dividend' }}
        preview={(values) => dividendMeans(values, say)}
        done={say('act.proposed')}
      />
    </Box>
  );
}

function Withdraw({ action }: { action: DeskAction }) {
  const say = useWords();
  const { id, code, kind, firstDay } = action;
  return (
    <Act
      call={actions.proposeWithdrawal}
      label={say('offer.actions.withdraw')}
      lead={say('offer.actions.withdrawLead')}
      figures={[
        { label: say('offer.instruments.code'), value: code, strong: true },
        { label: say('offer.actions.kind'), value: say(`offer.actions.kinds.${kind}`) },
        { label: say('offer.actions.terms'), value: termsText(action, say) },
        { label: say('offer.actions.firstDay'), value: firstDay },
      ]}
      fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
      about={{ id }}
      done={say('act.proposed')}
      tone="danger"
    />
  );
}
