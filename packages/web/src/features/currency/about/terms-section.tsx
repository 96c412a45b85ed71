import type { ContractTerms, MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type Facts, factsOf } from '@assay/domain/market/catalogue/facts.ts';
import { financingDays, nextFinancing } from '@assay/domain/market/hours.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuote, useServerTime } from '../../../shared/feed/feed.ts';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { Line, Lines, Section } from './section.tsx';

/** What an order costs and how large it may be, from the parameters in force. */
export function TermsSection({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  return (
    <Section title={t('terms.title')} note={t('terms.note')}>
      {info.contract === null ? null : (
        <Group title={t('terms.contract')}>
          <Contract info={info} terms={info.contract} />
        </Group>
      )}
      {info.spot === null ? null : (
        <Group title={t('terms.spot')}>
          <Spot spot={info.spot} />
        </Group>
      )}
      {info.options.length === 0 ? null : (
        <Group title={t('terms.options')}>
          <Options options={info.options} />
        </Group>
      )}
    </Section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="pt-s2">
      <h3 className="text-[12px] font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}

function Contract({ info, terms }: { info: MarketInfo; terms: ContractTerms }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const lot = useLot(info, terms);
  const charge = useNextCharge(info);
  const rate = (text: string) =>
    text.startsWith('-')
      ? t('terms.receives', { rate: format.rate(text.slice(1)) })
      : t('terms.pays', { rate: format.rate(text) });
  const { lotsMin: min, lotsMax: max, lotStep: step } = terms;
  const fee = format.rate(terms.feeRate);
  return (
    <Lines>
      <Spread info={info} />
      <Line name={t('terms.lot')}>{lot}</Line>
      <Line name={t('terms.size')}>
        {t('terms.sizeText', { min: format.quantity(min), max: format.quantity(max), step: format.quantity(step) })}
      </Line>
      <Line name={t('terms.leverage')}>
        <span dir="ltr">{terms.leverages.map((one) => `${format.integer(one)}×`).join(' · ')}</span>
      </Line>
      {typeof info.limits?.leverageMax === 'number' ? (
        <Line name={t('terms.beforeClose')}>{`${format.integer(info.limits.leverageMax)}×`}</Line>
      ) : null}
      {info.limits === undefined ? null : <Line name={t('terms.dealMax')}>{`${format.amount(info.limits.dealMax)} USDT`}</Line>}
      <Line name={t('terms.fee')} hint={t('terms.ofValue')}>{`${fee} / ${fee}`}</Line>
      <Line name={t('terms.maintenance')} hint={t('terms.ofValue')}>
        {format.rate(terms.maintenanceRate)}
      </Line>
      <Line name={t('terms.financing')} hint={t('terms.ofValue')}>
        <span className="flex flex-col">
          <span>{`${t('terms.long')}: ${rate(terms.financingRateLong)}`}</span>
          <span>{`${t('terms.short')}: ${rate(terms.financingRateShort)}`}</span>
        </span>
      </Line>
      {charge === undefined ? null : <Line name={t('terms.nextFinancing')}>{charge}</Line>}
    </Lines>
  );
}

/** It moves with each quote: in the price, and as a share of the middle. */
function Spread({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const quote = useQuote(info.code);
  const [bid, ask] = [Number(quote?.bid ?? info.bid), Number(quote?.ask ?? info.ask)];
  if (!(bid > 0 && ask > 0)) return null;
  const spread = (ask - bid).toFixed(info.priceScale);
  const share = ((2 * (ask - bid)) / (ask + bid)).toFixed(6);
  return (
    <Line name={t('terms.spread')}>
      <span dir="ltr">{`${format.price(spread)} · ${format.rate(share)}`}</span>
    </Line>
  );
}

/** What is charged next, and for how many days: on a Wednesday the value date passes the weekend. */
function useNextCharge({ hours }: MarketInfo): string | undefined {
  const { t } = useTranslation('about');
  const format = useFormat();
  const at = useServerTime((now) => (now === null ? undefined : chargeAfter(hours.id, now)));
  if (at === undefined) return undefined;
  const days = financingDays(hours.id, at);
  const time = format.dateTime(at);
  return days === 1 ? time : t('terms.days', { time, days: format.integer(days) });
}

/** No market is closed for longer than this. */
const daysMax = 10;

function chargeAfter(hours: MarketInfo['hours']['id'], now: number): number | undefined {
  let at = now;
  for (let day = 0; day < daysMax; day += 1) {
    at = nextFinancing(at);
    if (financingDays(hours, at) > 0) return at;
  }
  return undefined;
}

function useLot({ assetClass, base, code }: MarketInfo, terms: ContractTerms): string {
  const { t } = useTranslation('about');
  const format = useFormat();
  const lot: Facts['lot'] = factsOf(code).lot;
  if (lot !== undefined) return `${format.quantity(lot.count)} × ${t(`unit.${lot.unit}`)}`;
  const size = format.quantity(terms.lotSize);
  if (assetClass === 'stock') return `${size} ${t('unit.share')}`;
  return assetClass === 'etf' ? `${size} ${t('unit.fundShare')}` : `${size} ${base}`;
}

function Spot({ spot }: { spot: NonNullable<MarketInfo['spot']> }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const step = (10 ** -spot.quantityScale).toFixed(spot.quantityScale);
  return (
    <Lines>
      <Line name={t('terms.spotFee')}>{format.rate(spot.feeRate)}</Line>
      <Line name={t('terms.quantityStep')}>{`${format.quantity(step)} ${spot.base}`}</Line>
    </Lines>
  );
}

function Options({ options }: { options: MarketInfo['options'] }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const cell = 'py-s2 font-normal';
  const name = `${cell} text-start`;
  const figure = `${cell} text-end`;
  return (
    <table className="w-full border-collapse">
      <thead className="text-[12px] text-muted">
        <tr className="border-b border-line">
          <th className={name}>{t('terms.period')}</th>
          <th className={figure}>{t('terms.payout')}</th>
          <th className={figure}>{t('terms.stake')}</th>
        </tr>
      </thead>
      <tbody className="numbers divide-y divide-line">
        {options.map((one) => (
          <tr key={one.id}>
            <td className={name}>{format.span(one.count, one.unit)}</td>
            <td className={figure}>{format.rate(one.payoutRate)}</td>
            <td className={figure}>
              <bdi dir="ltr">{stakes(one, format)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const stakes = ({ stakeMin, stakeMax }: MarketInfo['options'][number], format: Format) =>
  `${format.quantity(stakeMin)} – ${format.quantity(stakeMax)}`;
