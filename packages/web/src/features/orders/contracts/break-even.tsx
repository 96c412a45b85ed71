import type { Position } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useBreakEven } from './use-break-even.ts';

/** Fills the stop in at break-even, where it is one of several things that are changed. */
export function BreakEven({ position, onChoose }: { position: Position; onChoose(price: string): void }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const price = useBreakEven(position);
  if (price === null) return null;
  return (
    <span title={t('breakEvenHint')} className="self-start">
      <Chip chosen={false} onClick={() => onChoose(price)}>
        {t('breakEven', { price: format.price(price, position.priceScale) })}
      </Chip>
    </span>
  );
}
