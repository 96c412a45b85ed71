import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { InstrumentStatistics } from '@assay/contract/endpoints/instruments/about.ts';
import { useTranslation } from 'react-i18next';
import { useLiveFigures } from '../../../shared/trading/market/market.ts';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { noonOf } from './layout.ts';
import { useStatistics } from './profile.ts';
import { Line, Lines, Section } from './section.tsx';

/** Figures from the instrument's own prices, each with its formula. */
export function FiguresSection({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { data, isError, refetch } = useStatistics(info.code);
  const { t: common } = useTranslation();
  const feed = info.feed === 'live' ? '' : ` ${t(`figures.${info.feed}`)}`;
  const note =
    data === undefined
      ? undefined
      : data === null
        ? t('figures.none')
        : t('figures.note', { since: format.date(noonOf(data.since)) }) + feed;
  return (
    <Section title={t('figures.title')} note={note}>
      <Ranges info={info} statistics={data ?? undefined} />
      {data === undefined && !isError ? <Skeleton className="my-s2 min-h-control" /> : null}
      {isError ? (
        <Button className="mt-s3 self-start" onClick={() => void refetch()}>
          {common('action.retry')}
        </Button>
      ) : null}
      {data === undefined || data === null ? null : <Told info={info} statistics={data} />}
    </Section>
  );
}

/** Where the price is in the ranges of a day, a week and a year. The live price can only extend them. */
function Ranges({ info, statistics }: { info: MarketInfo; statistics: InstrumentStatistics | undefined }) {
  const { t } = useTranslation('about');
  const { price } = useLiveFigures(info);
  const ranges = [
    { name: t('figures.day'), high: info.high24h, low: info.low24h },
    ...(statistics === undefined
      ? []
      : [
          { name: t('figures.week'), ...statistics.week },
          { name: t('figures.year'), ...statistics.year },
        ]),
  ].filter(({ high, low }) => high !== '' && low !== '');
  return (
    <ul className="flex flex-col gap-[10px] py-s2">
      {ranges.map(({ name, high, low }) => (
        <RangeRow key={name} name={name} high={high} low={low} price={price} scale={info.priceScale} />
      ))}
    </ul>
  );
}

interface RangeRowProps {
  name: string;
  high: string;
  low: string;
  price: string;
  scale: number;
}

function RangeRow({ name, high, low, price, scale }: RangeRowProps) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const now = price === '' ? Number(low) : Number(price);
  const [top, bottom] = [Math.max(Number(high), now), Math.min(Number(low), now)];
  const share = top > bottom ? (now - bottom) / (top - bottom) : 0.5;
  const text = (value: number) => format.price(value.toFixed(scale), scale);
  return (
    <li className="flex flex-col gap-[5px]">
      <span className="sr-only">{`${name}: ${t('figures.range', { low: text(bottom), high: text(top) })}`}</span>
      <span aria-hidden dir="ltr" className="flex items-baseline justify-between gap-[12px]">
        <span className="numbers font-medium">{text(bottom)}</span>
        <bdi className="text-[12px] text-muted">{name}</bdi>
        <span className="numbers font-medium">{text(top)}</span>
      </span>
      <span aria-hidden dir="ltr" className="relative h-[4px] rounded-large bg-surface-3">
        <span
          className="absolute inset-y-0 start-0 rounded-large bg-line-strong"
          style={{ width: `${(share * 100).toFixed(1)}%` }}
        />
        <span
          className="absolute top-[-3px] h-[10px] w-[3px] -translate-x-1/2 rounded-large bg-accent-fill"
          style={{ left: `${(share * 100).toFixed(1)}%` }}
        />
      </span>
    </li>
  );
}

/** As `realisedVolatility` reckons it, in one piece whichever way the sentence runs. */
const volatilityFormula = '\u2066√(365/30 × Σ ln²(Cᵢ/Cᵢ₋₁))\u2069';

function Told({ info, statistics }: { info: MarketInfo; statistics: InstrumentStatistics }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { turnover, volatility, best, worst } = statistics;
  const move = ({ day, change }: { day: string; change: string }) => (
    <span className="flex flex-col">
      <bdi dir="ltr" className={gainTone(change)}>
        {format.change(change)}
      </bdi>
      <span className="text-[12px] font-normal text-muted">{format.date(noonOf(day))}</span>
    </span>
  );
  return (
    <Lines>
      {turnover === null ? null : (
        <Line name={t('figures.turnover')} hint={t('figures.turnoverText', { days: format.integer(turnover.days) })}>
          {`${format.compact(turnover.mean)} ${info.quote}`}
        </Line>
      )}
      {volatility === null ? null : (
        <Line name={t('figures.volatility')} hint={t('figures.volatilityText', { formula: volatilityFormula })}>
          {format.rate(volatility)}
        </Line>
      )}
      {best === null ? null : (
        <Line name={t('figures.best')} hint={t('figures.closes')}>
          {move(best)}
        </Line>
      )}
      {worst === null ? null : (
        <Line name={t('figures.worst')} hint={t('figures.closes')}>
          {move(worst)}
        </Line>
      )}
    </Lines>
  );
}
