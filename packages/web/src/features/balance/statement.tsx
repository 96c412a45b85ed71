import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useServerMinute } from '../../shared/feed/feed.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { useFormat } from '../../shared/words/format.ts';
import { isMobile } from '../../ui/device.ts';
import { NoMatch, PagedList, itemsOf } from '../../ui/lists/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportButtons, type StatementFilter } from './export-buttons.tsx';
import { StatementCards, StatementTable } from './statement-lines.tsx';
import { beginOf } from './sums.ts';
import { TaxReports } from './tax-reports.tsx';
import { useBalances } from './use-balances.ts';

type Page = ResultOf<(typeof user)['listTransfers']>;

/** Periods to choose from, in days. */
const periods = [7, 30, 90] as const;

/** The last so many days, with their beginning as of when they were chosen; null is everything. */
type Span = { readonly days: number; readonly from: string } | null;

const linesPerPage = 30;
/** The option for every asset, and for all time. */
const everything = '*';

/** Every entry of the person's ledger accounts, newest first, each with the balance after it; also to take away as a file. */
export function Statement() {
  const { t } = useTranslation('balance');
  const [asset, setAsset] = useState(everything);
  const [span, setSpan] = useState<Span>(null);
  const filter: StatementFilter = {
    ...(asset === everything ? {} : { asset }),
    ...(span === null ? {} : { from: span.from }),
  };
  const list = useStatement(filter);
  const filtered = asset !== everything || span !== null;
  const showAll = () => {
    setAsset(everything);
    setSpan(null);
  };
  return (
    <>
      <TaxReports />
      <Panel className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
        <header className="flex flex-wrap items-end justify-between gap-s4 px-s5 pt-s5 pb-s4 mobile:px-side">
          <div className="flex flex-col gap-s1">
            <h2 className="text-emphasis font-semibold">{t('statement.title')}</h2>
            <p className="text-caption text-muted">{t('statement.text')}</p>
          </div>
          <ExportButtons filter={filter} disabled={itemsOf(list).length === 0} />
        </header>
        <div className="flex flex-wrap items-end gap-s4 border-b border-line px-s5 pb-s4 mobile:px-side">
          <AssetChoice value={asset} onChange={setAsset} />
          <PeriodChoice value={span?.days ?? null} onChange={setSpan} />
        </div>
        <PagedList
          list={list}
          rows={8}
          more={t('statement.more')}
          empty={
            filtered ? (
              <NoMatch title={t('statement.noMatch')} showAll={t('statement.showAll')} onShowAll={showAll} />
            ) : (
              <EmptyState kind="nothing" picture="orders" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />
            )
          }
        >
          {(lines) => (isMobile ? <StatementCards lines={lines} /> : <StatementTable lines={lines} />)}
        </PagedList>
      </Panel>
    </>
  );
}

/** Knows the time for its own sake alone, so that the list is not drawn anew with every second. */
function PeriodChoice({ value, onChange }: { value: number | null; onChange(span: Span): void }) {
  const { t } = useTranslation('balance');
  const format = useFormat();
  const now = useServerMinute();
  return (
    <div className="flex flex-col gap-s2 mobile:w-full">
      <span className="text-caption font-medium text-muted">{t('statement.period')}</span>
      <Segmented
        label={t('statement.period')}
        value={value === null ? everything : String(value)}
        onChange={(days) => onChange(days === everything ? null : { days: Number(days), from: beginOf(Number(days), now) })}
        options={[
          ...periods.map((days) => ({ value: String(days), label: format.span(days, 'day') })),
          { value: everything, label: t('statement.all') },
        ]}
        className="border border-line whitespace-nowrap"
      />
    </div>
  );
}

function useStatement(filter: StatementFilter) {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'statement', filter],
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      call(
        calls.user.listTransfers,
        { ...filter, limit: linesPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** All assets, or one of those that the account has. */
function AssetChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('balance');
  const own = useBalances().data?.map(({ asset }) => asset) ?? ['USDT'];
  // What is chosen stays in the list when the last of it has been sold.
  const assets = own.includes(value) || value === everything ? own : [...own, value];
  return (
    <Select
      label={t('statement.asset')}
      value={value}
      onChange={onChange}
      options={[
        { value: everything, label: t('statement.allAssets') },
        ...assets.map((asset) => ({ value: asset, label: asset })),
      ]}
      className="w-[max(2rem,160px)] mobile:w-full"
    />
  );
}
