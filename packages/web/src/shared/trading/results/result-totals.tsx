import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../../words/format.ts';
import { gainTone } from '../tones.ts';
import { type ResultTotals, nightsOf } from './results.ts';

/** Net, costs, how often and how much was won and lost: of the whole query. */
export function ResultFigures({ totals, label }: { totals: ResultTotals; label: string }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const { net, fees, dividends, won, ended, averageWin, averageLoss, largestFall } = totals;
  const tinted = (text: string) => <span className={gainTone(text)}>{format.result(text)}</span>;
  const figures: { name: string; value: ReactNode; note?: string | null }[] = [
    { name: t('net'), value: tinted(net) },
    { name: t('fees'), value: format.cost(fees) },
    { name: t('financing'), value: format.cost(nightsOf(totals)) },
    ...(Number(dividends) === 0 ? [] : [{ name: t('dividends'), value: tinted(dividends) }]),
    {
      name: t('winRate'),
      value: ended === 0 ? absent : format.rate((won / ended).toFixed(3)),
      note: ended === 0 ? null : t('wonOf', { won: format.integer(won), ended: format.integer(ended) }),
    },
    { name: t('averageWin'), value: averageWin === null ? absent : tinted(averageWin) },
    { name: t('averageLoss'), value: averageLoss === null ? absent : tinted(averageLoss) },
    { name: t('largestFall'), value: format.cost(largestFall) },
  ];
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-s6 gap-y-s3 mobile:grid mobile:grid-cols-2 mobile:gap-x-s4">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="numbers font-semibold">
            <bdi dir="ltr">{value}</bdi>
            {note === null || note === undefined ? null : (
              <span className="ms-s2 text-caption font-normal whitespace-nowrap text-muted">{note}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
