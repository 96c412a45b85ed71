import { useTranslation } from 'react-i18next';
import { useQuote } from '../../../shared/feed/feed.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { InstrumentCell, PriceCell } from './cells.tsx';
import { WaitsForCell } from './term-cells.tsx';
import { type EndProps, useEnd } from './use-end.ts';

/** Withdrawing an order that waits. Allowed at any time, whatever the market does. */
export function CancelDialog({ position, onDone }: EndProps) {
  const { t } = useTranslation('orders');
  const waiting = useTranslation('waiting').t;
  const live = useQuote(position.code);
  const { end, busy, cancel } = useEnd(position, t('cancel.confirm'), onDone, () => ({
    title: `${position.code} · ${t('cancel.done')}`,
  }));
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('cancel.title')}
      description={<InstrumentCell position={position} />}
      rows={[
        { name: waiting('waitsFor'), value: <WaitsForCell position={position} /> },
        { name: t('column.last'), value: <PriceCell position={position} value={live?.price ?? position.lastPrice} /> },
      ]}
      confirm={t('cancel.confirm')}
      cancels
      busy={busy}
      onConfirm={() => void end()}
      onCancel={cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('cancel.text')}</p>
    </MoneyConfirm>
  );
}
