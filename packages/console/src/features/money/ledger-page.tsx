import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { Tab, Tabs } from '@mui/material';
import { useNavigate } from 'react-router';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { codesOf, useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Month } from './month.tsx';

const pages = { accounts: '/ledger', transactions: '/ledger/transactions', month: '/ledger/month' } as const;

/** The books by account, by transaction, or a month of them to take away. */
export function LedgerPage({ by }: { by: keyof typeof pages }) {
  const say = useWords();
  const navigate = useNavigate();
  return (
    <Page title={say('money.ledger.title')} lead={say('money.ledger.lead')}>
      <Tabs value={by} onChange={(_, tab: keyof typeof pages) => void navigate(pages[tab])} sx={{ mb: 1.5 }}>
        <Tab value="accounts" label={say('money.ledger.accounts')} />
        <Tab value="transactions" label={say('money.ledger.transactions')} />
        <Tab value="month" label={say('money.month.title')} />
      </Tabs>
      {by === 'accounts' ? <Accounts /> : by === 'transactions' ? <Transactions /> : <Month />}
    </Page>
  );
}

function Accounts() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  return (
    <DeskList
      call={consoleCalls.ledger.accounts}
      label={say('money.ledger.accounts')}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/ledger/accounts/${id}`}
      filters={[
        { kind: 'text', name: 'owner', label: say('money.ledger.owner') },
        { kind: 'text', name: 'asset', label: say('money.ledger.asset'), width: 120 },
        {
          kind: 'choice',
          name: 'kind',
          label: say('money.ledger.kind'),
          options: choices(codesOf('account'), (kind) => name('names.account', kind)),
        },
        {
          kind: 'choice',
          name: 'book',
          label: say('money.ledger.book'),
          options: choices(books, (book) => say(`users.books.${book}`)),
        },
      ]}
      columns={[
        { key: 'id', label: say('users.id'), render: ({ id }) => id },
        { key: 'book', label: say('money.ledger.book'), render: ({ book }) => say(`users.books.${book}`) },
        {
          key: 'owner',
          label: say('money.ledger.ownerShort'),
          render: ({ owner, ownerName }) => (
            <bdi>{ownerName === null ? say('money.ledger.house') : `${ownerName} · ${owner}`}</bdi>
          ),
        },
        {
          key: 'kind',
          label: say('money.ledger.kind'),
          render: ({ kind }) => name('names.account', kind),
        },
        {
          key: 'balance',
          label: say('money.ledger.balance'),
          figure: true,
          render: ({ balance, asset }) => <Money amount={balance} asset={asset} />,
        },
        { key: 'opened', label: say('money.ledger.opened'), figure: true, render: ({ openedAt }) => format.dateTime(openedAt) },
      ]}
    />
  );
}

function Transactions() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  return (
    <DeskList
      call={consoleCalls.ledger.transactions}
      label={say('money.ledger.transactions')}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/ledger/transactions/${id}`}
      filters={[
        { kind: 'text', name: 'reference', label: say('money.ledger.byReference'), width: 260 },
        { kind: 'day', name: 'from', label: say('cases.from'), end: 'first' },
        { kind: 'day', name: 'to', label: say('cases.to'), end: 'last' },
        {
          kind: 'choice',
          name: 'reason',
          label: say('money.ledger.reason'),
          options: choices(codesOf('reason'), (reason) => name('names.reason', reason)),
        },
        {
          kind: 'choice',
          name: 'book',
          label: say('money.ledger.book'),
          options: choices(books, (book) => say(`users.books.${book}`)),
        },
      ]}
      columns={[
        { key: 'id', label: say('users.id'), render: ({ id }) => id },
        { key: 'at', label: say('money.ledger.at'), render: ({ at }) => format.moment(at) },
        { key: 'book', label: say('money.ledger.book'), render: ({ book }) => say(`users.books.${book}`) },
        {
          key: 'reason',
          label: say('money.ledger.reason'),
          render: ({ reason }) => name('names.reason', reason),
        },
        { key: 'reference', label: say('money.ledger.reference'), render: ({ reference }) => <bdi>{reference}</bdi> },
        {
          key: 'transfers',
          label: say('money.ledger.transfers'),
          figure: true,
          render: ({ transfers }) => format.integer(transfers),
        },
      ]}
    />
  );
}
