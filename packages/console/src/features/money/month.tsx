import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Book, books } from '@assay/contract/vocabulary/statuses.ts';
import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useDesk } from '../../shared/client/use-desk.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';

const { ledger } = consoleCalls;
interface Pack {
  /** Through a day, so that all three lists are of the same books, even if a day is closed during the export. */
  readonly about: Readonly<Record<'month' | 'book' | 'through', string>>;
}

/** A month of the books to be taken away: balances at both ends, every transfer between, and what it adds up to by reason. */
export function Month() {
  const say = useWords();
  const { data: months, error, refetch } = useDesk(ledger.months, {});
  const [chosen, setMonth] = useState('');
  const [book, setBook] = useState<Book>('real');
  if (months === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={refetch} />;
  const month = months.find((one) => one.month === chosen) ?? months[0];
  if (month === undefined) return <Empty text={say('money.month.none')} />;
  const about = { month: month.month, book, through: month.closedThrough };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          label={say('money.month.month')}
          value={month.month}
          onChange={(event) => setMonth(event.target.value)}
          sx={{ width: 150 }}
        >
          {months.map((one) => (
            <MenuItem key={one.month} value={one.month}>
              {one.month}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={say('money.ledger.book')}
          value={book}
          onChange={(event) => setBook(books.find((one) => one === event.target.value) ?? book)}
          sx={{ width: 150 }}
        >
          {books.toReversed().map((one) => (
            <MenuItem key={one} value={one}>
              {say(`users.books.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Typography color="textSecondary">{say('money.month.through', { day: month.closedThrough })}</Typography>
      </Box>
      <Lists key={`${about.through} ${book}`} about={about} />
    </Box>
  );
}

function Lists({ about }: Pack) {
  return (
    <>
      <Movements about={about} />
      <Balances about={about} />
      <Transfers about={about} />
    </>
  );
}

function Movements({ about }: Pack) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  return (
    <DeskList
      call={ledger.monthMovements}
      label={say('money.month.movements')}
      embedded
      settled
      about={about}
      keyOf={({ reason, asset, fromKind, toKind }) => [reason, asset, fromKind, toKind].join(' ')}
      columns={[
        { key: 'reason', label: say('money.ledger.reason'), render: ({ reason }) => name('names.reason', reason) },
        { key: 'from', label: say('money.ledger.from'), render: ({ fromKind }) => name('names.account', fromKind) },
        { key: 'to', label: say('money.ledger.to'), render: ({ toKind }) => name('names.account', toKind) },
        {
          key: 'transfers',
          label: say('money.ledger.transfers'),
          figure: true,
          render: ({ transfers }) => format.integer(transfers),
        },
        {
          key: 'amount',
          label: say('money.ledger.amount'),
          figure: true,
          render: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
        },
      ]}
    />
  );
}

function Balances({ about }: Pack) {
  const say = useWords();
  const name = useNames();
  return (
    <DeskList
      call={ledger.monthAccounts}
      label={say('money.month.balances')}
      embedded
      settled
      about={about}
      keyOf={({ accountId }) => accountId}
      hrefOf={({ accountId }) => `/ledger/accounts/${accountId}`}
      columns={[
        { key: 'id', label: say('users.id'), render: ({ accountId }) => accountId },
        {
          key: 'owner',
          label: say('money.ledger.ownerShort'),
          render: ({ owner, ownerName }) => (
            <bdi>{ownerName === null ? say('money.ledger.house') : `${ownerName} · ${owner}`}</bdi>
          ),
        },
        { key: 'kind', label: say('money.ledger.kind'), render: ({ kind }) => name('names.account', kind) },
        {
          key: 'opening',
          label: say('money.month.opening'),
          figure: true,
          render: ({ opening, asset }) => <Money amount={opening} asset={asset} />,
        },
        {
          key: 'closing',
          label: say('money.month.closing'),
          figure: true,
          render: ({ closing, asset }) => <Money amount={closing} asset={asset} />,
        },
      ]}
    />
  );
}

function Transfers({ about }: Pack) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  return (
    <DeskList
      call={ledger.monthTransfers}
      label={say('money.month.transfers')}
      embedded
      settled
      about={about}
      keyOf={({ id }) => id}
      columns={[
        { key: 'id', label: say('users.id'), render: ({ id }) => id },
        { key: 'at', label: say('money.ledger.at'), render: ({ at }) => format.moment(at) },
        { key: 'reason', label: say('money.ledger.reason'), render: ({ reason }) => name('names.reason', reason) },
        { key: 'reference', label: say('money.ledger.reference'), render: ({ reference }) => <bdi>{reference}</bdi> },
        {
          key: 'from',
          label: say('money.ledger.from'),
          render: ({ from }) => `${from.owner} · ${name('names.account', from.kind)}`,
        },
        { key: 'to', label: say('money.ledger.to'), render: ({ to }) => `${to.owner} · ${name('names.account', to.kind)}` },
        {
          key: 'amount',
          label: say('money.ledger.amount'),
          figure: true,
          render: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
        },
      ]}
    />
  );
}
