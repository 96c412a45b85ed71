import type { BookChange, Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { serverTime } from '@assay/contract/server-time.ts';
import { isCode } from '@assay/contract/vocabulary/code-statuses.ts';
import { Alert, Box, Typography } from '@mui/material';
import { useParams } from 'react-router';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { Timeline } from '../../shared/parts/timeline.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { Subject } from '../../shared/words/subject.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { ProposalChange } from './proposal-change.tsx';
import { ProposalTag } from './proposal-status.tsx';

/** One proposal: what would change, why, who asked, and the decision of a second person. */
export function ProposalPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const name = useNames();
  const { data: proposal, error, refetch } = useDesk(consoleCalls.proposals.detail, { id }, { everyMs: 15_000 });
  if (proposal === undefined)
    return (
      <Page title={say('proposals.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>
    );
  const waiting = proposal.status === 'waiting';
  return (
    <Page
      title={name('proposals.kind', proposal.kind)}
      lead={<Subject text={proposal.subject} linked />}
      actions={<ProposalTag status={proposal.status} />}
    >
      <Columns
        main={
          <>
            <Panel title={say(waiting ? 'proposals.change' : 'proposals.done')} flush>
              <ProposalChange proposal={proposal} />
            </Panel>
            {proposal.books !== null && <Books books={proposal.books} />}
            <Panel title={say('proposals.reason')}>
              <Typography sx={{ maxWidth: '75ch', overflowWrap: 'anywhere' }}>{proposal.reason}</Typography>
            </Panel>
          </>
        }
        side={
          <>
            <Decision proposal={proposal} books={proposal.books} />
            <History proposal={proposal} />
          </>
        }
      />
    </Page>
  );
}

/** What the accounts that it touches have now, and would have behind it. */
function Books({ books }: { books: readonly BookChange[] }) {
  const say = useWords();
  const name = useNames();
  return (
    <Panel title={say('proposals.books')} flush>
      <RecordTable
        label={say('proposals.books')}
        records={books}
        keyOf={({ owner, kind, asset }) => `${owner} ${kind} ${asset}`}
        columns={[
          { key: 'account', label: say('proposals.fields.account'), render: ({ kind }) => name('names.account', kind) },
          {
            key: 'owner',
            label: say('proposals.owner'),
            render: ({ owner }) => (owner === 'house' ? say('proposals.house') : owner),
          },
          {
            key: 'before',
            label: say('frame.before'),
            figure: true,
            render: ({ before, asset }) => <Money amount={before} asset={asset} />,
          },
          {
            key: 'after',
            label: say('frame.after'),
            figure: true,
            render: ({ after, asset }) => <Money amount={after} asset={asset} />,
          },
        ]}
      />
    </Panel>
  );
}

function Decision({ proposal, books }: { proposal: Proposal; books: readonly BookChange[] | null }) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const operator = useOperator();
  const { id, status, proposedBy, persons, secondedBy, readyAt, weight } = proposal;
  const own = proposedBy.id === operator.id;
  const seconds = persons === 3 && secondedBy === null;
  const over = status === 'waiting' ? null : say('proposals.over');
  const spoken = own ? say('proposals.ownBlocked') : secondedBy?.id === operator.id ? say('proposals.secondedByYou') : null;
  const blocked = over ?? spoken ?? (proposal.mayDecide ? null : say('proposals.notYours'));
  const early = !seconds && readyAt !== null && Date.parse(readyAt) > (serverTime() ?? 0);
  const notYet = early ? say('proposals.notYet', { at: `${format.dateTime(readyAt)} UTC` }) : null;
  const around = (books ?? []).map(({ owner, kind, asset, before, after }) => ({
    label: `${name('names.account', kind)} · ${owner === 'house' ? say('proposals.house') : owner}`,
    value: (
      <>
        <Money amount={before} asset={asset} /> → <Money amount={after} asset={asset} />
      </>
    ),
  }));
  const note = { kind: 'paragraph', name: 'note', label: say('act.note'), help: say('act.noteHelp') } as const;
  return (
    <Panel title={say('proposals.decision')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Figures
          rows={[
            { label: say('proposals.proposedBy'), value: proposedBy.name, strong: true },
            {
              label: say('proposals.waits'),
              value: <Age since={proposal.createdAt} waiting={status === 'waiting'} />,
            },
            { label: say('proposals.expires'), value: `${format.dateTime(proposal.expiresAt)} UTC` },
            ...(weight === null ? [] : [{ label: say('proposals.weight'), value: <Money amount={weight} asset="USDT" /> }]),
            ...(persons === 3
              ? [
                  { label: say('proposals.persons'), value: persons, strong: true },
                  { label: say('proposals.secondedBy'), value: secondedBy?.name ?? absent, strong: true },
                ]
              : []),
            ...(readyAt === null ? [] : [{ label: say('proposals.readyAt'), value: `${format.dateTime(readyAt)} UTC` }]),
          ]}
        />
        {proposal.failure !== null && (
          <Alert severity="error" variant="outlined">
            {say('proposals.failure')}: {isCode(proposal.failure) ? say(`codes.${proposal.failure}`) : proposal.failure}
          </Alert>
        )}
        {status === 'waiting' && (
          <>
            <Act
              call={consoleCalls.proposals.approve}
              label={say(seconds ? 'proposals.second' : 'proposals.approve')}
              lead={seconds ? say('proposals.secondLead') : say('proposals.approveLead', { name: proposedBy.name })}
              {...(around.length > 0 && { figures: around })}
              fields={[note]}
              about={{ id }}
              done={say(seconds ? 'proposals.secondedDone' : 'proposals.approved')}
              blocked={blocked ?? notYet}
              tone="primary"
              stacked
            />
            <Act
              call={consoleCalls.proposals.reject}
              label={say('proposals.reject')}
              fields={[{ ...note, label: say('act.reason'), help: say('act.reasonHelp') }]}
              about={{ id }}
              done={say('proposals.rejected')}
              blocked={blocked}
              tone="danger"
              stacked
            />
            <Act
              call={consoleCalls.proposals.withdraw}
              label={say('proposals.withdraw')}
              fields={[note]}
              about={{ id }}
              done={say('proposals.withdrawn')}
              blocked={proposal.mayWithdraw ? null : say('proposals.onlyOwn', { name: proposedBy.name })}
              stacked
            />
          </>
        )}
      </Box>
    </Panel>
  );
}

function History({ proposal }: { proposal: Proposal }) {
  const say = useWords();
  const { decidedAt, decidedBy, note, status, secondedAt, secondedBy } = proposal;
  const seconded =
    secondedAt === null
      ? []
      : [{ key: 'seconded', at: secondedAt, title: say('proposals.seconded'), by: secondedBy?.name ?? null }];
  const decided =
    decidedAt === null
      ? []
      : [
          {
            key: 'decided',
            at: decidedAt,
            title: say(`proposals.statuses.${status}`),
            by: decidedBy?.name ?? null,
            detail: note,
          },
        ];
  return (
    <Panel title={say('proposals.history')}>
      <Timeline
        steps={[
          ...decided,
          ...seconded,
          { key: 'proposed', at: proposal.createdAt, title: say('proposals.proposed'), by: proposal.proposedBy.name },
        ]}
      />
    </Panel>
  );
}
