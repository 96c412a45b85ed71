import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { fetchFile } from '../../shared/client/api.ts';
import { useServerTime } from '../../shared/feed/feed.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { FileButtons } from './export-buttons.tsx';

type Wanted = SentTo<(typeof user)['exportReport']>;
type Kind = Wanted['kind'];

/** On which days tax years begin, somewhere. */
const beginnings = ['01-01', '03-01', '04-01', '04-06', '07-01', '10-01'] as const;
const yearsBack = 6;

/** Trades, coins and income of a calendar or tax year, as files for people and tax offices. */
export function TaxReports() {
  const { t } = useTranslation('results');
  const format = useFormat();
  const [opened] = useState(() => Date.now());
  const thisYear = useServerTime((now) => new Date(now ?? opened).getUTCFullYear());
  const [kind, setKind] = useState<Kind>('trades');
  const [chosen, setYear] = useState<string | null>(null);
  const [beginsOn, setBeginsOn] = useState<string>(beginnings[0]);
  const year = chosen ?? String(thisYear);
  const named = (of: number) => (beginsOn === beginnings[0] ? String(of) : `${of}/${String(of + 1).slice(2)}`);
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
          value={year}
          onChange={setYear}
          options={Array.from({ length: yearsBack }, (_, back) => thisYear - back).map((of) => ({
            value: String(of),
            label: named(of),
          }))}
          className="w-[max(1.4rem,120px)] mobile:flex-1"
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
            take={(type) => fetchFile(calls.user.exportReport, { kind, year: Number(year), beginsOn, format: type })}
            name={(type) => t('report.take', { kind: t(`report.${kind}`), format: type })}
          />
        </span>
      </div>
    </Panel>
  );
}
