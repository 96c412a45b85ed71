import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { useQuote } from '../../../../shared/feed/feed.ts';
import { useFormat } from '../../../../shared/words/format.ts';

/** Open, high, low and close of the last 24 hours, and the two prices at which the house trades now. */
export function DayFigures({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const live = useQuote(info.code);
  const price = (text: string) => format.price(text, info.priceScale);
  const figures = [
    { name: t('day.open'), value: price(info.open24h) },
    { name: t('day.high'), value: price(info.high24h) },
    { name: t('day.low'), value: price(info.low24h) },
    { name: t('day.close'), value: price(live?.price ?? info.nowPrice) },
    { name: t('day.sellAt'), value: price(live?.bid ?? info.bid) },
    { name: t('day.buyAt'), value: price(live?.ask ?? info.ask) },
  ];
  return (
    <dl
      aria-label={t('day.label')}
      className="grid grid-cols-3 gap-x-s4 gap-y-s2 rounded-middle bg-surface-0 px-s4 py-s3 text-caption"
    >
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd>
            <bdi dir="ltr" className="numbers">
              {value}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
