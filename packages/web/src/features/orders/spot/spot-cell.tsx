import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Instrument } from '../cells.tsx';

/** Side, pair, order type. */
export function SpotCell({ order: { code, instrumentId, side, type } }: { order: SpotOrder }) {
  const { t } = useTranslation('orders');
  return (
    <Instrument
      code={code}
      instrumentId={instrumentId}
      badge={<Badge tone={side === 'buy' ? 'gain' : 'loss'}>{t(`value.${side}`)}</Badge>}
      note={t(`value.${type}`)}
    />
  );
}
