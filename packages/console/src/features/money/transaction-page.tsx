import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink, useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';

/** One transaction: which accounts gave and which received. */
export function LedgerTransactionPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.ledger.transaction, { id });
  const title = say('money.ledger.transaction', { id });
  if (data === undefined)
    return <Page title={title}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  return (
    <Page title={title} lead={name('names.reason', data.reason)}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel title={say('users.facts')}>
          <Figures
            rows={[
              { label: say('money.ledger.reason'), value: name('names.reason', data.reason), strong: true },
              { label: say('money.ledger.reference'), value: <bdi>{data.reference ?? absent}</bdi> },
              { label: say('money.ledger.book'), value: say(`users.books.${data.book}`) },
              { label: say('money.ledger.at'), value: `${format.moment(data.at)} UTC` },
              { label: say('money.ledger.recorded'), value: `${format.moment(data.createdAt)} UTC` },
            ]}
          />
        </Panel>
        <Panel title={say('money.ledger.transfers')} flush>
          <RecordTable
            label={say('money.ledger.transfers')}
            records={data.transfers}
            keyOf={({ position }) => String(position)}
            columns={[
              { key: 'position', label: '#', render: ({ position }) => position },
              { key: 'from', label: say('money.ledger.from'), render: ({ from }) => <Party {...from} /> },
              { key: 'to', label: say('money.ledger.to'), render: ({ to }) => <Party {...to} /> },
              {
                key: 'amount',
                label: say('money.ledger.amount'),
                figure: true,
                render: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
              },
            ]}
          />
        </Panel>
      </Box>
    </Page>
  );
}

function Party({
  accountId,
  owner,
  kind,
  balanceAfter,
}: {
  accountId: string;
  owner: string;
  kind: string;
  balanceAfter: string | null;
}) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  return (
    <>
      <Link component={RouterLink} to={`/ledger/accounts/${accountId}`}>
        {owner === 'house' ? say('money.ledger.house') : owner} · {name('names.account', kind)}
      </Link>
      {balanceAfter !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          {say('money.ledger.after')} {format.amount(balanceAfter)}
        </Box>
      )}
    </>
  );
}
