import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';

const { loans } = consoleCalls;

/** On what terms loans are offered. */
export function LoanTermsPage() {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(loans.terms, {});
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  return (
    <Page
      title={say('loans.terms.title')}
      lead={say('loans.terms.lead')}
      actions={
        <Act
          call={loans.offerTerm}
          label={say('loans.terms.offer')}
          lead={say('act.secondPerson')}
          fields={[
            { kind: 'amount', name: 'days', label: say('loans.terms.days') },
            { kind: 'amount', name: 'dailyRate', label: say('loans.terms.rate'), help: say('loans.terms.rateHelp') },
            { kind: 'amount', name: 'freeDays', label: say('loans.terms.free') },
            { kind: 'amount', name: 'amountMin', label: say('loans.terms.from') },
            { kind: 'amount', name: 'amountMax', label: say('loans.terms.to') },
            reason,
          ]}
          build={termOf}
          done={say('act.proposed')}
          tone="primary"
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel title={say('loans.terms.title')} flush>
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} retry={refetch} />
            )
          ) : (
            <RecordTable
              label={say('loans.terms.title')}
              records={data}
              keyOf={({ id }) => id}
              columns={[
                { key: 'days', label: say('loans.terms.days'), figure: true, render: ({ days }) => format.integer(days) },
                {
                  key: 'rate',
                  label: say('loans.terms.rate'),
                  figure: true,
                  render: ({ dailyRate }) => format.rate(dailyRate),
                },
                {
                  key: 'free',
                  label: say('loans.terms.free'),
                  figure: true,
                  render: ({ freeDays }) => format.integer(freeDays),
                },
                {
                  key: 'from',
                  label: say('loans.terms.from'),
                  figure: true,
                  render: ({ amountMin }) => format.amount(amountMin),
                },
                { key: 'to', label: say('loans.terms.to'), figure: true, render: ({ amountMax }) => format.amount(amountMax) },
                {
                  key: 'offered',
                  label: say('loans.terms.offered'),
                  figure: true,
                  render: ({ offeredAt }) => format.dateTime(offeredAt),
                },
                {
                  key: 'status',
                  label: say('cases.status'),
                  render: ({ withdrawnAt }) =>
                    withdrawnAt === null ? (
                      <Tag text={say('loans.terms.on')} tone="good" />
                    ) : (
                      <Tag text={`${say('loans.terms.withdrawn')} ${format.date(withdrawnAt)}`} />
                    ),
                },
                {
                  key: 'act',
                  label: say('frame.acts'),
                  quiet: true,
                  figure: true,
                  render: ({ id, withdrawnAt }) =>
                    withdrawnAt === null && (
                      <Act
                        call={loans.withdrawTerm}
                        label={say('loans.terms.withdraw')}
                        lead={say('act.secondPerson')}
                        fields={[reason]}
                        about={{ id }}
                        done={say('act.proposed')}
                      />
                    ),
                },
              ]}
            />
          )}
        </Panel>
        <ProposalsOfKind kind="loan.offerTerm" label={say('loans.terms.list')} />
      </Box>
    </Page>
  );
}

function termOf({ days = '', freeDays = '', ...others }: Values) {
  return { ...others, days: wholeOf(days), freeDays: wholeOf(freeDays) };
}

const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
