import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { InstrumentProfile } from '@assay/contract/endpoints/instruments/about.ts';
import { type Exchange, type Sector, currencyRegions, exchanges, sectors } from '@assay/domain/market/catalogue/facts.ts';
import { marketValue } from '@assay/domain/market/market-value.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath } from '../../../shared/client/queries.ts';
import { instrumentPath } from '../../../shared/trading/market/figures.ts';
import { useCatalogue, useLiveFigures } from '../../../shared/trading/market/market.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { plainText } from '../../../shared/words/plain-text.ts';
import { noonOf } from './layout.ts';
import { useProfile } from './profile.ts';
import { Line, Lines, Section } from './section.tsx';

const isSector = (name: string): name is Sector => (sectors as readonly string[]).includes(name);
const isExchange = (name: string): name is Exchange => Object.hasOwn(exchanges, name);

/** What one holds in mind while trading it. What is not known has no line. */
export function WhatSection({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const currency = useCurrency();
  const { data: profile } = useProfile(info.code);
  const { assetClass, base, quote } = info;
  if (assetClass === 'plan') return null;
  const step = (10 ** -info.priceScale).toFixed(info.priceScale);
  return (
    <Section title={t('what.title')}>
      {profile === undefined || profile.about === null ? null : <Written about={profile.about} />}
      <Lines>
        <Line name={t('what.class')}>{t(`class.${assetClass}`)}</Line>
        {assetClass === 'crypto' ? <Line name={t('what.base')}>{`${info.appName} (${base})`}</Line> : null}
        {assetClass === 'forex' ? (
          <>
            <Line name={t('what.base')}>{currency(base)}</Line>
            <Line name={t('what.quote')}>{currency(quote)}</Line>
          </>
        ) : (
          <Line name={t('what.quote')}>{quote === 'USDT' ? 'Tether (USDT)' : currency(quote)}</Line>
        )}
        {profile === undefined || profile.exchange === null || !isExchange(profile.exchange) ? null : (
          <Line name={t('what.exchange')}>{exchanges[profile.exchange]}</Line>
        )}
        {profile === undefined || profile.sector === null || !isSector(profile.sector) ? null : (
          <Line name={t('what.sector')}>{t(`sector.${profile.sector}`)}</Line>
        )}
        {profile === undefined || profile.units === null ? null : <Worth info={info} units={profile.units} />}
        <Line name={t('what.step')}>
          <span dir="ltr">{format.price(step, info.priceScale)}</span>
        </Line>
        {profile === undefined || profile.alike.length === 0 ? null : (
          <Line name={t('what.alike')}>
            <Alike codes={profile.alike} />
          </Line>
        )}
      </Lines>
    </Section>
  );
}

/** What operators have written: its beginning, and the whole one press away. */
function Written({ about }: { about: NonNullable<InstrumentProfile['about']> }) {
  const { t } = useTranslation('about');
  return (
    <div className="flex flex-col items-start gap-[4px] py-s2">
      <p className="line-clamp-4">{plainText(about.body)}</p>
      <Link to={detailPath(about)} className="text-accent hover:underline">
        {t('what.more')}
      </Link>
    </div>
  );
}

/** How many there are, and what all of them are worth at the price of now; each with where it comes from. */
function Worth({ info, units }: { info: MarketInfo; units: NonNullable<InstrumentProfile['units']> }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { price } = useLiveFigures(info);
  const told = { source: `\u2068${units.source}\u2069`, day: format.date(noonOf(units.asOf)) };
  return (
    <>
      {price === '' ? null : (
        <Line name={t('worth.value')} hint={t('worth.reckoned')}>
          {`${format.compact(formatFixed(marketValue(toFixed(price), toFixed(units.count))))} ${info.quote}`}
        </Line>
      )}
      <Line name={t(info.assetClass === 'crypto' ? 'worth.coins' : 'worth.units')} hint={t('worth.source', told)}>
        {format.quantity(units.count)}
      </Line>
    </>
  );
}

function Alike({ codes }: { codes: readonly string[] }) {
  const { data: market = [] } = useCatalogue();
  const items = market.filter(({ code }) => codes.includes(code));
  return (
    <span className="flex flex-wrap justify-end gap-x-s4">
      {items.map((item) => (
        <Link key={item.id} to={instrumentPath(item)} className="text-accent hover:underline" title={item.appName}>
          {item.code}
        </Link>
      ))}
    </span>
  );
}

/** Euro · Eurozone (EUR), in the person's language. */
function useCurrency(): (code: string) => string {
  const { i18n } = useTranslation();
  return (code) => {
    const name = new Intl.DisplayNames(i18n.language, { type: 'currency' }).of(code) ?? code;
    const region = currencyRegions[code];
    const where = region === undefined ? undefined : new Intl.DisplayNames(i18n.language, { type: 'region' }).of(region);
    return where === undefined ? `${name} (${code})` : `${name} · ${where} (${code})`;
  };
}
