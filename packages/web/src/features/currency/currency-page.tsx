import { ApiRefusal } from '@assay/contract/client.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useQuote, useQuoted } from '../../shared/feed/feed.ts';
import { instrumentPath } from '../../shared/trading/market/figures.ts';
import { productPath, useMarketInfo } from '../../shared/trading/market/market.ts';
import { useFormat } from '../../shared/words/format.ts';
import { fetchWordsAhead } from '../../shared/words/more-texts.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { isMobile } from '../../ui/device.ts';
import { PageSkipLink } from '../../ui/skip-link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { BesideInstruments, CurrencyDesktop } from './currency-desktop.tsx';
import { CurrencyMobile } from './currency-mobile.tsx';
import { HeaderPlace } from './header-place.tsx';
import type { OrdersOf } from './orders-slot.ts';

/** An instrument's page. On a desktop the others are listed beside it, and stay while one of them is loaded. */
export function CurrencyPage({ Orders }: { Orders: OrdersOf }) {
  const { t } = useTranslation(['currency', 'terminal']);
  const [params] = useSearchParams();
  const instrument = <Instrument Orders={Orders} />;
  return (
    <>
      <PageSkipLink to="ticket">{t('ticket.skip')}</PageSkipLink>
      {isMobile ? instrument : <BesideInstruments current={params.get('code') ?? ''}>{instrument}</BesideInstruments>}
    </>
  );
}

/**
 * An instrument's screen: chart, ticket, orders. Its address names code, type and id; the code is what people read in a link,
 * so it is what counts, and the rest of the address follows it. A yield plan is an item of the market too, bought elsewhere.
 */
function Instrument({ Orders }: { Orders: OrdersOf }) {
  const [params] = useSearchParams();
  const named = ['code', 'id'].map((name) => params.get(name)).find((value) => value !== null && value !== '') ?? '';
  const { hash } = useLocation();
  const info = useMarketInfo(named);
  // A quote says at once that trading has stopped or begun; why, and until when, is on the instrument's page.
  const halted = useQuoted(info.data?.code ?? '', (quote) => quote && quote.halted === true);
  const outdated = info.data !== undefined && info.data.open === halted;
  const { refetch } = info;
  useWordsAhead(halted !== undefined);
  useFocusAfterChange(info.data?.id);
  useEffect(() => {
    if (outdated) void refetch();
  }, [outdated, refetch]);

  if (named === '' || (info.error instanceof ApiRefusal && ['400', '404'].includes(info.error.code))) return <Missing />;
  if (info.data === undefined) {
    return info.isError ? <ErrorState error={info.error} onRetry={() => void refetch()} /> : <Loading />;
  }
  if (info.data.type === marketTypes.plan) return <Navigate to={productPath(info.data)} replace />;
  const Screen = isMobile ? CurrencyMobile : CurrencyDesktop;
  const address = instrumentPath(info.data);
  return (
    <>
      {address === `/cruuency?${params}` ? null : <Navigate to={address + hash} replace />}
      <PriceTitle info={info.data} />
      <Screen key={info.data.id} info={info.data} Orders={Orders} />
    </>
  );
}

/** The texts of the dialogs of tickets, orders and chart, once the price is shown: no press has to wait for them. */
const pressedLater = ['waiting', 'slips', 'costs', 'sweep', 'results', 'limits', 'codes', 'targets'];

function useWordsAhead(isPriced: boolean): void {
  useEffect(() => {
    if (isPriced) void fetchWordsAhead(pressedLater);
  }, [isPriced]);
}

/** After a change of instrument that lost the focus, such as by a closed sheet, the focus goes to its name. */
function useFocusAfterChange(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (id === undefined) return undefined;
    const changed = before.current !== undefined && before.current !== id;
    before.current = id;
    if (!changed) return undefined;
    // A sheet returns the focus after it has closed; only then can be checked whether any element has it.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.id === 'content')
        document.getElementById('instrument')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

/** The price is in the window's title, for users in another tab. */
function PriceTitle({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const price = useQuote(info.code)?.price ?? info.nowPrice;
  useTitle(t('title', { name: info.code, price: format.price(price, info.priceScale) }));
  return null;
}

function Missing() {
  const { t } = useTranslation('currency');
  return (
    <EmptyState
      kind="noMatch"
      title={t('missingTitle')}
      text={t('missingText')}
      action={<ButtonLink to="/market">{t('toMarket')}</ButtonLink>}
    />
  );
}

function Loading() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <HeaderPlace />
      <Skeleton className="m-s3 min-h-[50dvh] flex-1" />
    </div>
  );
}
