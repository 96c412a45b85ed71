import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerTime } from '../../shared/feed/feed.ts';
import { ResultFigures } from '../../shared/trading/results/result-totals.tsx';
import { type ResultTotals, nightsOf, useResults } from '../../shared/trading/results/results.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { dayAt, dayBegins } from '../../shared/words/days.ts';
import { useFormat } from '../../shared/words/format.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';

const periods = ['7', '30', 'year', 'all'] as const;
type Period = (typeof periods)[number];

/** Where a period begins that ends with a day: in whole days, so that the question stays the same all day; undefined for everything. */
function beginOf(period: Period, today: string): string | undefined {
  if (period === 'all') return undefined;
  return period === 'year' ? dayBegins(`${today.slice(0, 4)}-01-01`) : dayBegins(today, 1 - Number(period));
}

/** What ended in a period: by product what was won before costs, each cost, and what is left; then how often and how much. */
export function ResultsPanel({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const [opened] = useState(() => Date.now());
  const [period, setPeriod] = useState<Period>('30');
  const from = beginOf(
    period,
    useServerTime((now) => dayAt(now ?? opened)),
  );
  const { data, isError, error, refetch } = useResults(from === undefined ? {} : { from });
  if (hidden) return null;
  return (
    <Panel
      title={t('period.title')}
      action={
        <Segmented<Period>
          compact
          label={t('period.label')}
          value={period}
          onChange={setPeriod}
          options={[
            { value: '7', label: format.span(7, 'day') },
            { value: '30', label: format.span(30, 'day') },
            { value: 'year', label: t('period.year') },
            { value: 'all', label: t('period.all') },
          ]}
          className="border border-line"
        />
      }
      className="pb-s4 mobile:-mx-side mobile:rounded-none mobile:border-x-0"
    >
      <p className="px-s5 pt-s1 pb-s2 text-caption text-muted">{t('period.text')}</p>
      {data === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} className="p-s5" />
        )
      ) : (
        <>
          <ByProduct totals={data} />
          <div className="border-t border-line px-s5 pt-s4">
            <ResultFigures totals={data} label={t('period.title')} />
          </div>
        </>
      )}
    </Panel>
  );
}

interface Row {
  readonly name: string;
  readonly gross: string;
  readonly fees: string;
  readonly financing: string;
  readonly dividends: string;
  readonly net: string;
}

/** A line for each product that ended something, and their sum. */
function ByProduct({ totals }: { totals: ResultTotals }) {
  const { t } = useTranslation('results');
  const products = useTranslation('profile').t;
  const columns = useResultColumns(Number(totals.dividends) !== 0);
  if (totals.products.length === 0) return null;
  const rows: Row[] = [
    ...totals.products.map(({ product, ...sums }) => ({
      ...sums,
      name: products(`products.${product}`),
      financing: nightsOf(sums),
    })),
    { ...totals, name: t('sum'), financing: nightsOf(totals) },
  ];
  return <DataTable label={t('period.title')} columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

function useResultColumns(withDividends: boolean): Column<Row>[] {
  const { t } = useTranslation('results');
  const products = useTranslation('profile').t;
  const format = useFormat();
  const figure = (key: 'fees' | 'financing'): Column<Row> => ({
    key,
    header: t(key),
    align: 'end',
    cell: (row) => <bdi dir="ltr">{format.cost(row[key])}</bdi>,
  });
  return [
    { key: 'product', header: products('products.product'), cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      key: 'gross',
      header: t('gross'),
      align: 'end',
      desktopOnly: true,
      cell: ({ gross }) => <bdi dir="ltr">{format.result(gross)}</bdi>,
    },
    figure('fees'),
    figure('financing'),
    ...(withDividends
      ? [
          {
            key: 'dividends',
            header: t('dividends'),
            align: 'end' as const,
            cell: ({ dividends }: Row) => <bdi dir="ltr">{format.result(dividends)}</bdi>,
          },
        ]
      : []),
    {
      key: 'net',
      header: t('net'),
      align: 'end',
      cell: ({ net }) => (
        <bdi dir="ltr" className={`font-semibold ${gainTone(net)}`}>
          {format.result(net)}
        </bdi>
      ),
    },
  ];
}
