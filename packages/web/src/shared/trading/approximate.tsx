import type { CatalogueItem } from '@assay/contract/endpoints/index.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import { useQuote } from '../feed/feed.ts';
import { type DisplayCurrency, usePreferences } from '../preferences.ts';
import { useFormat } from '../words/format.ts';
import { converted, rateOf } from './conversion.ts';
import { useCatalogue } from './market/market.ts';

interface Props {
  /** A plain decimal, in USDT. */
  usdt: string;
  className?: string;
}

/** An amount of USDT once more in the currency that the person has chosen: approximate, and never in place of it. */
export function Approximate(props: Props) {
  const currency = usePreferences((preferences) => preferences.currency);
  if (currency === null) return null;
  if (currency === 'USD') return <Line {...props} currency={currency} rate={rateOf(currency, undefined)} />;
  return <ByPair {...props} currency={currency} />;
}

function ByPair({ currency, ...props }: Props & { currency: DisplayCurrency }) {
  const pair = useCatalogue().data?.find(({ code }) => code === `${currency}USD` || code === `USD${currency}`);
  return pair === undefined ? null : <AtQuote {...props} currency={currency} pair={pair} />;
}

function AtQuote({ pair, currency, ...props }: Props & { currency: DisplayCurrency; pair: CatalogueItem }) {
  return <Line {...props} currency={currency} rate={rateOf(currency, useQuote(pair.code))} />;
}

function Line({ usdt, className, currency, rate }: Props & { currency: DisplayCurrency; rate: Fixed | undefined }) {
  const format = useFormat();
  const shown = rate === undefined ? undefined : converted(usdt, currency, rate);
  if (shown === undefined) return null;
  return (
    <bdi dir="ltr" className={className ?? 'numbers block text-caption font-normal text-muted'}>
      ≈ {format.price(shown.text, shown.decimals)} {currency}
    </bdi>
  );
}
