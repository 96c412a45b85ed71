import type { CatalogueItem, MarketItem } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import { decimalsOf } from '../../words/format.ts';

/** An instrument with its figures as a list has them; its line is requested where it is drawn. */
export type ListedItem = Omit<MarketItem, 'hundred'>;

export interface LiveFigures {
  /** Last price as a plain decimal; empty while there is none. */
  readonly price: string;
  /** Decimals that the price is shown with, so that a figure does not change its width with a trailing zero. */
  readonly scale: number;
  readonly change: string;
  /** Tradable at this moment. */
  readonly open: boolean;
}

/** An item's figures, from the feed as soon as it has them. */
export function figuresOf(item: ListedItem, quote: FeedQuote | undefined): LiveFigures {
  const price = quote?.price ?? item.nowPrice;
  return {
    price,
    scale: Math.max(decimalsOf(price), decimalsOf(item.nowPrice), decimalsOf(item.price)),
    change: quote?.zdf ?? item.zdf,
    open: quote === undefined ? item.open : quote.halted !== true,
  };
}

/** Where an instrument's screen is; the path is spelled as specified. */
export function instrumentPath({ code, type, id }: Pick<CatalogueItem, 'code' | 'type' | 'id'>): string {
  return `/cruuency?${new URLSearchParams({ code, type: String(type), id })}`;
}
