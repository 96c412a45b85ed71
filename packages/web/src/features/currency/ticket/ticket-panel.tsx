import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { CircleSlash } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ContractTicket } from './contract-ticket.tsx';
import { OptionTicket } from './option/option-ticket.tsx';
import { type OptionEntry, useOptionEntry } from './option/use-option-ticket.ts';
import { hasLimit } from './preview.ts';
import { withSide } from './spot/spot-preview.ts';
import { SpotTicket } from './spot/spot-ticket.tsx';
import { type SpotEntry, useSpotEntry } from './spot/use-spot-ticket.ts';
import { sizeName, useTicketWishes } from './ticket-wishes.ts';
import { type Entry, useEntry } from './use-ticket.ts';

type Product = 'contract' | 'option' | 'spot';

/** The ticket's three products. What an instrument does not have says so. */
export function TicketPanel({ info, side = 'long', onOpened }: { info: MarketInfo; side?: Side; onOpened?: () => void }) {
  const { t } = useTranslation('currency');
  const [product, setProduct] = useState<Product>('contract');
  // All three keep what was typed while another is looked at; only the one that is shown follows the price.
  const contract = useEntry(info, side);
  const option = useOptionEntry(info);
  const spot = useSpotEntry(info);
  const place = useRef<HTMLDivElement>(null);
  useWishes(place, { product, contract, option, spot });
  const done = onOpened === undefined ? {} : { onOpened };
  const back = () => setProduct('contract');
  return (
    <div ref={place}>
      <Tabs<Product>
        look="block"
        label={t('ticket.label')}
        value={product}
        onChange={setProduct}
        className="flex flex-col gap-s4"
        items={[
          { value: 'contract', label: t('ticket.contract'), content: <ContractTicket entry={contract} {...done} /> },
          {
            value: 'option',
            label: t('ticket.option'),
            content:
              info.options.length === 0 ? (
                <Missing title={t('ticket.noOptions')} text={t('ticket.noOptionsText')} onBack={back} />
              ) : (
                <OptionTicket entry={option} {...done} />
              ),
          },
          {
            value: 'spot',
            label: t('ticket.spot'),
            content:
              info.spot === null ? (
                <Missing title={t('ticket.noSpot')} text={t('ticket.noSpotText')} onBack={back} />
              ) : (
                <SpotTicket entry={spot} {...done} />
              ),
          },
        ]}
      />
    </div>
  );
}

interface Asked {
  product: Product;
  contract: Entry;
  option: OptionEntry;
  spot: SpotEntry;
}

/**
 * Handles requests of the ladder and the keys: a price becomes the limit, also of an order that has one already; a side is
 * chosen and its size field gets the focus.
 */
function useWishes(place: RefObject<HTMLElement | null>, { product, contract, option, spot }: Asked): void {
  const wish = useTicketWishes(({ last }) => last);
  const heard = useRef(wish);
  useEffect(() => {
    if (wish === null || heard.current === wish) return;
    heard.current = wish;
    const { price, side } = wish;
    if (price !== undefined) {
      if (product === 'spot') spot.change({ price, ...(spot.form.type === 'market' && { type: 'limit' }) });
      else contract.change({ price, ...(!hasLimit(contract.form) && { type: 'limit' }) });
    }
    if (side === undefined) return;
    if (product === 'spot') spot.change(withSide(spot.form, side === 'long' ? 'buy' : 'sell'));
    else if (product === 'option') option.change({ direction: side === 'long' ? 'up' : 'down' });
    else contract.change({ side });
    place.current?.querySelector<HTMLElement>(`input[name="${sizeName}"]`)?.focus();
  });
}

function Missing({ title, text, onBack }: { title: string; text: string; onBack(): void }) {
  const { t } = useTranslation('currency');
  return (
    <div className="flex flex-col items-center gap-s3 px-s4 py-s7 text-center">
      <CircleSlash aria-hidden strokeWidth={1.5} className="size-icon-large text-muted" />
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{text}</p>
      <Button onClick={onBack}>{t('ticket.toContract')}</Button>
    </div>
  );
}
