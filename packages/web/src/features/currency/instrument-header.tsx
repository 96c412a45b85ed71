import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuote } from '../../shared/feed/feed.ts';
import { useLiveFigures } from '../../shared/trading/market.ts';
import { Change, Price } from '../../shared/trading/price.tsx';
import { StarButton } from '../../shared/trading/star-button.tsx';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AlertButton } from './alerts/alert-button.tsx';
import { tradingState } from './trading-state.ts';

const feedTones: Record<MarketInfo['feed'], Tone> = { live: 'accent', simulated: 'info', replay: 'info' };

/** Name, price and the day's figures; says where the price comes from and whether the market is open. */
export function InstrumentHeader({ info, switcher }: { info: MarketInfo; switcher?: ReactNode }) {
  return (
    <header className="flex flex-col gap-s3 border-b border-line bg-surface-1 px-s5 py-s3 mobile:px-side mobile:py-s4 desktop:terminal:px-s4 desktop:terminal:py-0">
      <div className="flex flex-wrap items-center gap-x-s6 gap-y-s3 desktop:terminal:min-h-[48px] desktop:terminal:flex-nowrap desktop:terminal:gap-x-s5">
        <div className="flex min-w-0 items-center gap-s3 mobile:w-full desktop:terminal:shrink-0">
          <Logo src={info.logo} code={info.code} className="desktop:terminal:size-[28px]" />
          <div className="flex min-w-0 flex-col">
            <h1
              id="instrument"
              tabIndex={-1}
              className="flex items-center gap-s2 truncate text-emphasis leading-tight font-semibold outline-none"
            >
              <bdi>{info.appName}</bdi>
              {switcher}
            </h1>
            <span className="flex flex-wrap items-center gap-s2 text-caption text-muted">
              <bdi dir="ltr">{info.code}</bdi>
              <FeedBadge feed={info.feed} />
              <Hours info={info} />
            </span>
          </div>
          <span className="flex items-center mobile:ms-auto">
            <AlertButton info={info} />
            <StarButton code={info.code} name={info.appName} />
          </span>
        </div>
        <Figures info={info} />
      </div>
      <Suspended info={info} />
    </header>
  );
}

function FeedBadge({ feed }: Pick<MarketInfo, 'feed'>) {
  const { t } = useTranslation('currency');
  return (
    <Tooltip text={t(`feed.${feed}Hint`)}>
      <span tabIndex={0}>
        <Badge tone={feedTones[feed]}>{t(`feed.${feed}`)}</Badge>
      </span>
    </Tooltip>
  );
}

function Hours({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const state = tradingState(info, useQuote(info.code));
  const { opensAt, closesAt } = info.hours;
  if (state === 'suspended') return <Badge tone="warn">{t('hours.suspended')}</Badge>;
  if (state === 'closed') {
    return (
      <Badge tone="warn">{opensAt === null ? t('hours.closed') : t('hours.opens', { time: format.dateTime(opensAt) })}</Badge>
    );
  }
  return <span>{closesAt === null ? t('hours.always') : t('hours.closes', { time: format.dateTime(closesAt) })}</span>;
}

/** What does not fit beside the price in the one row of a wide window wraps, and is left out there. */
function Figures({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const live = useQuote(info.code);
  const { price, change } = useLiveFigures(info);
  const figure = (value: string) => <bdi dir="ltr">{format.price(value, info.priceScale)}</bdi>;
  // The page's figures are some seconds old: the day's extremes can only have moved outwards since.
  const high = Math.max(Number(info.high24h), Number(price)).toFixed(info.priceScale);
  const low = Math.min(Number(info.low24h), Number(price)).toFixed(info.priceScale);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-s6 gap-y-s3 max-[480px]:basis-full max-[480px]:flex-col max-[480px]:items-stretch mobile:flex-col mobile:items-stretch">
      <div className="flex shrink-0 flex-col gap-s1 mobile:flex-row mobile:items-baseline mobile:gap-s4 desktop:terminal:gap-[2px]">
        <Price
          value={price}
          scale={info.priceScale}
          className={`text-title leading-none font-semibold desktop:terminal:text-[20px] ${gainTone(change)}`}
        />
        <span className="flex items-baseline gap-s2 text-caption">
          <Change value={change} tone="gain" className="font-medium" />
          <span className="text-muted">{t('header.change')}</span>
        </span>
      </div>
      <dl className="flex min-w-0 flex-wrap text-caption gap-x-s5 gap-y-s2 mobile:grid mobile:grid-cols-3 mobile:gap-x-s4 desktop:terminal:h-[2lh] desktop:terminal:gap-y-[12px] desktop:terminal:overflow-hidden">
        <Figure name={t('header.bid')} value={figure(live?.bid ?? info.bid)} />
        <Figure name={t('header.ask')} value={figure(live?.ask ?? info.ask)} />
        <Figure name={t('header.high')} value={figure(high)} />
        <Figure name={t('header.low')} value={figure(low)} />
        <Figure name={t('header.turnover')} value={<bdi>{format.compact(info.turnover24h)}</bdi>} />
      </dl>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-caption whitespace-nowrap text-muted">{name}</dt>
      <dd className="numbers text-caption font-medium">{value}</dd>
    </div>
  );
}

function Suspended({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  if (tradingState(info, useQuote(info.code)) !== 'suspended') return null;
  return (
    <p role="status" className="flex items-start gap-s2 rounded-middle bg-warn-soft px-s4 py-s3 text-caption text-warn">
      <TriangleAlert aria-hidden className="mt-[0.15em] size-icon shrink-0" />
      {t('hours.suspendedText')}
    </p>
  );
}
