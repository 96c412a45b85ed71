import { followed } from '@assay/contract/sentences.ts';
import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import type { AssetClass } from '@assay/contract/vocabulary/markets.ts';
import { OctagonPause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServerMinute } from '../shared/feed/feed.ts';
import { useFormat } from '../shared/words/format.ts';

/** What is halted for all customers, since when, and in the words of the operator who did it. */
export function HaltLines({ halts }: { halts: readonly HaltInForce[] }) {
  const { t } = useTranslation(['halts', 'about']);
  const format = useFormat();
  const minute = useServerMinute();
  const text = ({ scope, subject, since, until }: HaltInForce) => {
    const values = { time: format.dateTime(since), until: until === null ? '' : format.dateTime(until) };
    if (scope === 'openings' || scope === 'registrations') return t(scope, values);
    if (scope === 'withdrawals') return t(until === null ? 'withdrawals' : 'withdrawalsUntil', values);
    return t('subject', {
      ...values,
      subject: scope === 'class' ? t(`about:news.class.${(subject ?? '') as AssetClass}`) : (subject ?? ''),
    });
  };
  const standing = halts.filter(({ until }) => until === null || Date.parse(until) > minute);
  return standing.map((halt) => (
    <p
      key={`${halt.scope} ${halt.subject}`}
      className="flex items-center justify-center gap-s2 border-b border-line bg-warn-soft px-side py-s1 text-center text-caption text-warn [&>svg]:size-[1.2em] [&>svg]:shrink-0"
    >
      <OctagonPause aria-hidden />
      <span>
        {halt.message === null ? text(halt) : followed(text(halt))}
        {halt.message === null ? null : <bdi>{halt.message}</bdi>}
      </span>
    </p>
  ));
}
