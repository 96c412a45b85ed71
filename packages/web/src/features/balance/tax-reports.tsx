import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call, fetchFile } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { FileButtons } from './export-buttons.tsx';
import { taxYears } from './tax-years.ts';

type Wanted = SentTo<(typeof user)['exportReport']>;
type Kind = Wanted['kind'];

/** On which days tax years begin, somewhere. */
const beginnings = ['01-01', '03-01', '04-01', '04-06', '07-01', '10-01'] as const;

/** Trades, coins and income of a calendar or tax year in which there was something, as files for people and tax offices. */
export function TaxReports() {
  const { t } = useTranslation('results');
  const format = useFormat();
  const span = useReportSpan();
  const [kind, setKind] = useState<Kind>('trades');
  const [chosen, setYear] = useState<string | null>(null);
  const [beginsOn, setBeginsOn] = useState<string>(beginnings[0]);
  const { first, now } = span.data ?? { first: null, now: '' };
  const years = first === null ? [] : taxYears(Date.parse(first), Date.parse(now), beginsOn);
  // Another beginning of years may have none that is called so.
  const year = years.find((each) => String(each.year) === chosen) ?? years[0];
  const named = (of: number) => (beginsOn === beginnings[0] ? String(of) : `${of}/${String(of + 1).slice(2)}`);
  if (span.isError) {
    return (
      <Panel title={t('report.title')}>
        <ErrorState error={span.error} onRetry={() => void span.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel title={t('report.title')} className="pb-s5 mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <p className="px-s5 pt-s1 pb-s4 text-caption text-muted">{t('report.text')}</p>
      <div className="flex flex-wrap items-end gap-s4 px-s5">
        <div className="flex flex-col gap-s2 mobile:w-full">
          <span className="text-caption font-medium text-muted">{t('report.kind')}</span>
          <Segmented<Kind>
            label={t('report.kind')}
            value={kind}
            onChange={setKind}
            options={(['trades', 'coins', 'income'] as const).map((value) => ({ value, label: t(`report.${value}`) }))}
            className="border border-line"
          />
        </div>
        <Select
          label={t('report.year')}
          value={year === undefined ? '' : String(year.year)}
          onChange={setYear}
          disabled={year === undefined}
          options={years.map((each) => ({
            value: String(each.year),
            label: each.isOver ? named(each.year) : t('report.soFar', { year: named(each.year) }),
          }))}
          className="w-[max(2.2rem,176px)] mobile:w-full"
        />
        <Select
          label={t('report.begins')}
          value={beginsOn}
          onChange={setBeginsOn}
          options={beginnings.map((value) => ({ value, label: format.dayOfYear(`2001-${value}T12:00:00Z`) }))}
          className="w-[max(2rem,160px)] mobile:flex-1"
        />
        <span className="ms-auto mobile:ms-0 mobile:w-full">
          <FileButtons
            disabled={year === undefined}
            take={(type) => fetchFile(calls.user.exportReport, { kind, year: year?.year ?? 0, beginsOn, format: type })}
            name={(type) => t('report.take', { kind: t(`report.${kind}`), format: type })}
          />
        </span>
      </div>
      {span.data === undefined || year?.isOver === true ? null : (
        <p role="status" className="px-s5 pt-s4 text-caption text-muted">
          {t(year === undefined ? 'report.none' : 'report.running')}
        </p>
      )}
    </Panel>
  );
}

/** Under the statement's key: what is booked first is a line of that. */
function useReportSpan() {
  return useQuery({
    queryKey: [...useAccountKey(), 'statement', 'span'],
    queryFn: ({ signal }) => call(calls.user.reportSpan, {}, { signal }),
  });
}
