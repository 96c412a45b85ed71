import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { takenAccounts } from '@assay/contract/vocabulary/operators.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { Box } from '@mui/material';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Course } from './course.tsx';

/** What every account of the house has, and money that the owners move in or out. */
export function TreasuryPage() {
  const say = useWords();
  const name = useNames();
  const { roles } = useOperator();
  const { data, error, refetch } = useDesk(consoleCalls.treasury.balances, {}, { everyMs: 30_000 });
  return (
    <Page
      title={say('money.treasury.title')}
      lead={say('money.treasury.lead')}
      actions={
        <Act
          call={consoleCalls.treasury.propose}
          label={say('money.treasury.propose')}
          lead={say('act.secondPerson')}
          fields={[
            {
              kind: 'choice',
              name: 'direction',
              label: say('money.treasury.direction'),
              options: choices(['fund', 'withdraw'], (way) => say(`money.treasury.${way}`)),
            },
            {
              kind: 'choice',
              name: 'book',
              label: say('money.treasury.book'),
              options: choices(books, (book) => say(`users.books.${book}`)),
            },
            {
              kind: 'choice',
              name: 'account',
              label: say('money.treasury.account'),
              options: choices(takenAccounts, (account) => say(`money.funded.${account}`)),
            },
            { kind: 'text', name: 'asset', label: say('money.treasury.coin'), help: say('money.treasury.coinHelp') },
            { kind: 'amount', name: 'amount', label: say('money.treasury.amount') },
            { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
          ]}
          initial={{ book: 'real', asset: 'USDT' }}
          done={say('act.proposed')}
          tone="primary"
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={refetch} />)}
        {data !== undefined && (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
            {books.toReversed().map((book) => (
              <Panel key={book} title={say(`users.books.${book}`)} flush>
                <RecordTable
                  label={say(`users.books.${book}`)}
                  records={data.filter((balance) => balance.book === book)}
                  keyOf={({ accountId }) => accountId}
                  hrefOf={({ accountId }) => `/ledger/accounts/${accountId}`}
                  columns={[
                    { key: 'kind', label: say('money.treasury.account'), render: ({ kind }) => name('names.account', kind) },
                    {
                      key: 'balance',
                      label: say('money.treasury.balance'),
                      figure: true,
                      render: ({ balance, asset }) => <Money amount={balance} asset={asset} />,
                    },
                  ]}
                />
              </Panel>
            ))}
          </Box>
        )}
        {mayCall(consoleCalls.dashboard.course, roles) && <Course book="real" />}
        <ProposalsOfKind kind="treasury.move" label={say('money.treasury.waiting')} />
      </Box>
    </Page>
  );
}
