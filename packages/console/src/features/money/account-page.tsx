import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box, Button, Link } from '@mui/material';
import { ShieldCheck } from 'lucide-react';
import { Link as RouterLink, useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

/** One account of the books with the balance after each entry, and the proof that they add up. */
export function LedgerAccountPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { data } = useDesk(consoleCalls.ledger.entries, { accountId: id, limit: 1 });
  const proof = useDesk(consoleCalls.ledger.verify, { accountId: id }, { enabled: false });
  const account = data?.account;
  return (
    <Page
      title={say('money.ledger.account', { id })}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          loading={proof.isFetching}
          loadingPosition="start"
          startIcon={<ShieldCheck size={16} aria-hidden />}
          onClick={() => void proof.refetch()}
        >
          {say('money.ledger.verify')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box role="status">
          {proof.error !== null && <Failure error={proof.error} />}
          {proof.data !== undefined && (
            <Alert severity={proof.data.findings.length === 0 ? 'success' : 'error'} variant="outlined">
              {proof.data.findings.length === 0
                ? say('money.ledger.verified', { count: format.integer(proof.data.entries) })
                : say('money.ledger.broken', { count: format.integer(proof.data.findings.length) })}
              {proof.data.findings.map(({ check, about, detail }) => (
                <Box key={check + about + detail}>
                  {check} · {about}: {detail}
                </Box>
              ))}
            </Alert>
          )}
        </Box>
        {account !== undefined && (
          <Panel title={`${account.asset} · ${name('names.account', account.kind)}`}>
            <Figures
              rows={[
                {
                  label: say('money.ledger.balance'),
                  value: <Money amount={account.balance} asset={account.asset} />,
                  strong: true,
                },
                { label: say('money.ledger.book'), value: say(`users.books.${account.book}`) },
                {
                  label: say('money.ledger.ownerShort'),
                  value:
                    account.ownerName === null ? (
                      say('money.ledger.house')
                    ) : (
                      <Link component={RouterLink} to={`/users/${account.owner}`}>
                        {account.ownerName}
                      </Link>
                    ),
                },
                { label: say('money.ledger.opened'), value: format.dateTime(account.openedAt) },
              ]}
            />
          </Panel>
        )}
        <DeskList
          call={consoleCalls.ledger.entries}
          label={say('money.ledger.entries')}
          about={{ accountId: id }}
          embedded
          keyOf={(entry) => entry.id}
          hrefOf={({ transactionId }) => `/ledger/transactions/${transactionId}`}
          columns={[
            { key: 'transaction', label: say('money.ledger.transactions'), render: ({ transactionId }) => transactionId },
            { key: 'at', label: say('money.ledger.at'), render: ({ at }) => format.moment(at) },
            {
              key: 'reason',
              label: say('money.ledger.reason'),
              render: ({ reason }) => name('names.reason', reason),
            },
            { key: 'reference', label: say('money.ledger.reference'), render: ({ reference }) => <bdi>{reference}</bdi> },
            { key: 'counter', label: say('money.ledger.counter'), render: ({ counter }) => <Counter text={counter} /> },
            {
              key: 'amount',
              label: say('money.ledger.amount'),
              figure: true,
              render: ({ amount }) => <Money amount={amount} asset={account?.asset ?? ''} signed />,
            },
            {
              key: 'after',
              label: say('money.ledger.after'),
              figure: true,
              render: ({ balanceAfter }) => format.amount(balanceAfter),
            },
          ]}
        />
      </Box>
    </Page>
  );
}

/** The other account of an entry, `<owner> <kind>`. */
function Counter({ text }: { text: string }) {
  const say = useWords();
  const name = useNames();
  const [owner = '', kind = ''] = text.split(' ');
  return (
    <>
      <bdi>{owner === 'house' ? say('money.ledger.house') : owner}</bdi> · {name('names.account', kind)}
    </>
  );
}
