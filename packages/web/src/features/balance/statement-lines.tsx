import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { absent, useFormat } from '../../shared/words/format.ts';
import { Money } from '../../shared/words/money.tsx';
import { useNames } from '../../shared/words/names.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';

type Line = ResultOf<(typeof user)['listTransfers']>['items'][number];

function Amount({ line }: { line: Line }) {
  const taken = line.amount.startsWith('-');
  return (
    // What is booked is neither gain nor loss: incoming and outgoing differ by sign and weight.
    <Money
      signed
      value={line.amount}
      asset={line.asset}
      unit="plain"
      className={`font-semibold ${taken ? 'text-muted' : ''}`}
    />
  );
}

/** Orders, deposits and loans carry numbers that people know; a piece is linked, and a reward is named by its day. */
function Reference({ text }: { text: string }) {
  const [, kind, id = ''] = /^(nft|invite|demo):(.*)$/.exec(text) ?? [];
  switch (kind) {
    case 'nft':
      return (
        <Link to={`/nfts?id=n${id}`} className="underline underline-offset-2 hover:text-text">
          NFT {id}
        </Link>
      );
    case 'invite':
      return id.slice(id.lastIndexOf(':') + 1);
    case 'demo':
      return absent;
    default:
      return text;
  }
}

function useColumns(): Column<Line>[] {
  const { t } = useTranslation('balance');
  const format = useFormat();
  const names = useNames();
  return [
    {
      key: 'time',
      header: t('statement.time'),
      cell: ({ time }) => <bdi className="whitespace-nowrap text-muted">{format.dateTime(time)}</bdi>,
    },
    {
      key: 'reason',
      header: t('statement.reason'),
      cell: ({ reason }) => <span className="block min-w-[10em]">{names.movement(reason)}</span>,
    },
    {
      key: 'account',
      header: t('statement.account'),
      cell: ({ kind }) => <span className="text-muted">{names.account(kind)}</span>,
    },
    {
      key: 'reference',
      header: t('statement.reference'),
      cell: ({ reference }) => (
        <bdi dir="ltr" className="text-caption whitespace-nowrap text-muted">
          {reference === null ? absent : <Reference text={reference} />}
        </bdi>
      ),
    },
    { key: 'amount', header: t('statement.amount'), align: 'end', cell: (line) => <Amount line={line} /> },
    {
      key: 'balance',
      header: t('statement.balance'),
      align: 'end',
      cell: ({ balanceAfter, asset }) => <Money value={balanceAfter} asset={asset} unit="none" />,
    },
  ];
}

export function StatementTable({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('balance');
  return <DataTable label={t('statement.title')} columns={useColumns()} rows={lines} rowKey={({ id }) => id} />;
}

export function StatementCards({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('balance');
  const format = useFormat();
  const names = useNames();
  return (
    <ul aria-label={t('statement.title')} className="flex flex-col divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="flex justify-between gap-s4 px-side py-s4">
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{names.movement(line.reason)}</span>
            <span className="text-caption text-muted">{names.account(line.kind)}</span>
            <bdi className="text-caption text-muted">{format.dateTime(line.time)}</bdi>
          </span>
          <span className="numbers flex flex-col items-end">
            <Amount line={line} />
            <Money value={line.balanceAfter} asset={line.asset} unit="none" className="text-caption text-muted" />
          </span>
        </li>
      ))}
    </ul>
  );
}
