import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { ChevronDown, Moon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../shared/feed/countdown.tsx';
import { useQuote, useQuoted, useServerTime } from '../../shared/feed/feed.ts';
import { dayRange } from '../../shared/trading/market/day-range.ts';
import { useLiveFigures } from '../../shared/trading/market/market.ts';
import { Change, Price } from '../../shared/trading/market/price.tsx';
import { rangeMark } from '../../shared/trading/market/range-mark.tsx';
import { StarButton } from '../../shared/trading/market/star-button.tsx';
import { gainTone } from '../../shared/trading/tones.ts';
import { absent, useFormat } from '../../shared/words/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { Logo } from '../../ui/logo.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AlertButton } from './alerts/alert-button.tsx';
import { tradingState } from './trading-state.ts';

const feedTones: Record<MarketInfo['feed'], Tone> = { live: 'accent', simulated: 'info', replay: 'info' };

/** Name, price and the day's figures; says where the price comes from and whether the market is open. One row of a window, two of a phone. */
export function InstrumentHeader({ info, switcher }: { info: MarketInfo; switcher?: ReactNode }) {
  const Row = isMobile ? PhoneRows : DesktopRow;
  return (
    <header className="border-b border-line bg-surface-1">
      <Row info={info} switcher={switcher} />
      <Suspended info={info} />
    </header>
  );
}

interface RowProps {
  info: MarketInfo;
  switcher: ReactNode;
}

function DesktopRow({ info, switcher }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-[16px] gap-y-s2 px-[16px] py-s2 wide:h-[48px] wide:flex-nowrap wide:py-0">
      <div className="flex shrink-0 items-center gap-[10px]">
        <Logo src={info.logo} code={info.code} className="size-[28px]" />
        <Name info={info} switcher={switcher} />
        <span className="flex items-center">
          <AlertButton info={info} />
          <StarButton code={info.code} name={info.appName} />
        </span>
      </div>
      <LivePrice info={info} className="flex shrink-0 flex-col gap-[2px]" priceClass="text-[20px]" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-[16px] gap-y-[16px] text-[12px] wide:h-[36px] wide:overflow-hidden">
        <DayRange info={info} />
        <dl className="contents">
          <NextFinancing info={info} />
        </dl>
        {/* Both or neither. */}
        <dl className="flex gap-[16px]">
          <Quotes info={info} />
        </dl>
        <dl className="contents">
          <Turnover info={info} />
        </dl>
      </div>
    </div>
  );
}

/** The figures needed all the time; a tap opens the rest. */
function PhoneRows({ info, switcher }: RowProps) {
  const { t } = useTranslation('terminal');
  const [more, setMore] = useState(false);
  const moreId = useId();
  return (
    <div className="flex flex-col px-side">
      <div className="flex h-[52px] items-center gap-[10px]">
        <Logo src={info.logo} code={info.code} className="size-[32px]" />
        <Name info={info} switcher={switcher} brief />
        <LivePrice info={info} className="ms-auto flex shrink-0 flex-col items-end gap-[3px]" priceClass="text-[20px]" />
      </div>
      <div className="flex h-[44px] items-center gap-[16px]">
        <dl className="flex min-w-0 flex-1 gap-[16px] overflow-hidden text-[12px]">
          <Quotes info={info} />
        </dl>
        <span className="-me-[8px] flex shrink-0 items-center">
          <AlertButton info={info} />
          <StarButton code={info.code} name={info.appName} />
          <IconButton
            label={t('header.more')}
            aria-expanded={more}
            aria-controls={moreId}
            onClick={() => setMore(!more)}
            className={cx('transition-quick', more && 'rotate-180')}
          >
            <ChevronDown aria-hidden />
          </IconButton>
        </span>
      </div>
      <div id={moreId} hidden={!more} className={cx('flex-col gap-[12px] pb-[12px] text-[12px]', more && 'flex')}>
        {/* What is always open says so beside its name. */}
        {info.hours.opensAt === null && info.hours.closesAt === null ? null : <Hours info={info} />}
        <DayRange info={info} />
        <dl className="flex gap-[24px]">
          <NextFinancing info={info} />
          <Turnover info={info} />
        </dl>
      </div>
    </div>
  );
}

/** In brief where there is room for whether the market is open, and not for until when; what finds none drops out whole. */
function Name({ info, switcher, brief = false }: RowProps & { brief?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col">
      <h1
        id="instrument"
        tabIndex={-1}
        className="flex items-center gap-s1 truncate text-[16px] leading-tight font-semibold outline-none [&>button]:-my-[8px]"
      >
        <bdi className="truncate">{info.appName}</bdi>
        {switcher}
      </h1>
      <span
        className={cx(
          'flex items-center gap-[6px] text-[12px] leading-[1.4] whitespace-nowrap text-muted',
          brief && 'h-[20px] flex-wrap overflow-hidden',
        )}
      >
        <bdi dir="ltr">{info.code}</bdi>
        <FeedBadge feed={info.feed} />
        <Hours info={info} brief={brief} />
      </span>
    </div>
  );
}

function LivePrice({ info, className, priceClass }: { info: MarketInfo; className: string; priceClass: string }) {
  const { t } = useTranslation('currency');
  const { price, change } = useLiveFigures(info);
  return (
    <div className={className}>
      <Price value={price} scale={info.priceScale} className={cx('leading-none font-semibold', priceClass, gainTone(change))} />
      <span className="flex items-baseline gap-[6px] text-[12px] leading-none">
        <Change value={change} tone="gain" className="font-medium" />
        <span className="text-muted">{t('header.change')}</span>
      </span>
    </div>
  );
}

function FeedBadge({ feed }: Pick<MarketInfo, 'feed'>) {
  const { t } = useTranslation('currency');
  return (
    <Tooltip text={t(`feed.${feed}Hint`)}>
      <span tabIndex={0} className="inline-flex">
        <Badge tone={feedTones[feed]} className="py-0 text-[11px]">
          {t(`feed.${feed}`)}
        </Badge>
      </span>
    </Tooltip>
  );
}

function Hours({ info, brief = false }: { info: MarketInfo; brief?: boolean }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const state = useQuoted(info.code, (quote) => tradingState(info, quote));
  const { opensAt, closesAt } = info.hours;
  if (state !== 'open' && brief) {
    const words = t(state === 'closed' ? 'hours.closed' : 'hours.suspended');
    return (
      <Badge tone="warn" className="py-[3px]">
        <Moon aria-hidden className="size-[12px]" />
        <span className="sr-only">{words}</span>
      </Badge>
    );
  }
  if (state === 'suspended') return <Badge tone="warn">{t('hours.suspended')}</Badge>;
  if (state === 'closed') {
    return (
      <Badge tone="warn">{opensAt === null ? t('hours.closed') : t('hours.opens', { time: format.dateTime(opensAt) })}</Badge>
    );
  }
  if (brief && closesAt !== null) return null;
  return <span>{closesAt === null ? t('hours.always') : t('hours.closes', { time: format.dateTime(closesAt) })}</span>;
}

/** Where the price is between the lowest and the highest of a day. */
function DayRange({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { price } = useLiveFigures(info);
  const { low, high, place } = dayRange(price, { low: info.low24h, high: info.high24h });
  const text = (value: string) => <bdi dir="ltr">{format.price(value, info.priceScale)}</bdi>;
  return (
    <div dir="ltr" className="flex flex-wrap items-center gap-[10px]">
      <dl>{figure(t('header.low'), text(low))}</dl>
      {rangeMark(place, 'w-[max(48px,12vw-108px)] shrink-0 mobile:flex-1')}
      <dl>{figure(t('header.high'), text(high), true)}</dl>
    </div>
  );
}

function Quotes({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const live = useQuote(info.code);
  const price = (value: string) => <bdi dir="ltr">{format.price(value, info.priceScale)}</bdi>;
  return (
    <>
      {figure(t('header.bid'), price(live?.bid ?? info.bid))}
      {figure(t('header.ask'), price(live?.ask ?? info.ask))}
    </>
  );
}

/**
 * What does not fit beside the price in the one row of a window wraps, and is left out there: the ladder shows the prices too.
 */
function NextFinancing({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  return info.contract === null ? null : figure(t('header.financing'), <Financing at={info.contract.financingAt} />);
}

function Turnover({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  return figure(t('header.turnover'), <bdi>{format.compact(info.turnover24h)}</bdi>);
}

function Financing({ at }: { at: string }) {
  const until = useServerTime((now) => (now === null ? '' : nextAt(at, now)));
  return until === '' ? absent : <Countdown until={until} over="00:00" />;
}

/** The next moment at which it is such a time of day, UTC. */
function nextAt(time: string, now: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(now).setUTCHours(hours, minutes, 0, 0);
  return new Date(next > now ? next : next + 86_400_000).toISOString();
}

/** Plain elements, since each quote writes them. */
function figure(name: string, value: ReactNode, end = false) {
  return (
    <div className={cx('flex flex-col', end && 'items-end')}>
      <dt className="leading-[1.35] whitespace-nowrap text-muted">{name}</dt>
      <dd className="numbers leading-[1.35] font-medium whitespace-nowrap">{value}</dd>
    </div>
  );
}

function Suspended({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  if (useQuoted(info.code, (quote) => tradingState(info, quote)) !== 'suspended') return null;
  return (
    <p
      role="status"
      className="mx-s4 mb-s3 flex items-start gap-s2 rounded-middle bg-warn-soft px-s4 py-s3 text-caption text-warn"
    >
      <TriangleAlert aria-hidden className="mt-[0.15em] size-icon shrink-0" />
      {t('hours.suspendedText')}
    </p>
  );
}
