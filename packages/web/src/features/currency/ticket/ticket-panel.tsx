import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ContractTicket } from './contract-ticket.tsx';
import { useTicket } from './use-ticket.ts';

type Product = 'contract' | 'option' | 'spot';

/** The ticket's three products. Options and spot open later and say so. */
export function TicketPanel({ info, side = 'long', onOpened }: { info: MarketInfo; side?: Side; onOpened?: () => void }) {
  const { t } = useTranslation('currency');
  const [product, setProduct] = useState<Product>('contract');
  const ticket = useTicket(info, side);
  const back = () => setProduct('contract');
  return (
    <Tabs<Product>
      look="block"
      label={t('ticket.label')}
      value={product}
      onChange={setProduct}
      className="flex flex-col gap-s4"
      items={[
        {
          value: 'contract',
          label: t('ticket.contract'),
          content: <ContractTicket ticket={ticket} {...(onOpened === undefined ? {} : { onOpened })} />,
        },
        { value: 'option', label: t('ticket.option'), content: <Soon text={t('ticket.optionSoon')} onBack={back} /> },
        { value: 'spot', label: t('ticket.spot'), content: <Soon text={t('ticket.spotSoon')} onBack={back} /> },
      ]}
    />
  );
}

function Soon({ text, onBack }: { text: string; onBack(): void }) {
  const { t } = useTranslation('currency');
  return (
    <div className="flex flex-col items-center gap-s3 px-s4 py-s7 text-center">
      <Hourglass aria-hidden strokeWidth={1.5} className="size-icon-large text-accent" />
      <Badge tone="info">{t('ticket.soonTitle')}</Badge>
      <p className="text-muted">{text}</p>
      <Button onClick={onBack}>{t('ticket.soonAction')}</Button>
    </div>
  );
}
