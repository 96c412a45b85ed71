import { type Target, targetsMax } from '@assay/domain/positions/targets/targets.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { decimalsOf, useFormat } from '../../words/format.ts';
import { NumberField } from '../../words/number-field.tsx';
import { type TargetEntry, withAnother } from './entries.ts';

interface Market {
  readonly priceScale: number;
  readonly lotStep: string;
  readonly lotsMin: string;
}

interface TargetFieldsProps {
  entries: readonly TargetEntry[];
  onChange(entries: readonly TargetEntry[]): void;
  /** How shares are written. */
  by: 'percent' | 'lots';
  market: Market;
  /** What each would close and leave, net of all, as far as known. */
  brings: readonly (Target & { readonly net: string })[];
  /** Which of them the rules refuse, such as `targets.0.price`, or `targets` for all of them together. */
  wrong: string | null;
}

/** Targets: prices at which parts of a position are closed with a profit, beside the price that closes all of it. */
export function TargetFields({ entries, onChange, by, market, brings, wrong }: TargetFieldsProps) {
  const { t } = useTranslation('targets');
  const format = useFormat();
  const { priceScale, lotStep, lotsMin } = market;
  const lotsWrong = t('lotsWrong', { step: format.quantity(lotStep), min: format.quantity(lotsMin) });
  const set = (id: number, change: Partial<TargetEntry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-s3">
      <legend className="mb-s1 text-caption font-medium text-muted">{t('title')}</legend>
      {entries.length === 0 ? null : <p className="text-caption text-muted">{t('text')}</p>}
      {entries.map(({ id, price, share }, place) => {
        const ticks = readTicks(price, priceScale);
        const brought = brings.find((each) => each.price === ticks);
        const isLast = place === entries.length - 1;
        const shareWrong = wrong === `targets.${place}.lots` || (wrong === 'targets' && isLast);
        return (
          <div
            key={id}
            role="group"
            aria-label={t('target', { number: place + 1 })}
            className="flex flex-wrap items-start gap-s2"
          >
            <NumberField
              className="min-w-0 flex-[3]"
              label={t('target', { number: place + 1 })}
              value={price}
              onChange={(text) => set(id, { price: text })}
              decimals={priceScale}
              error={price !== '' && wrong === `targets.${place}.price` ? t('priceWrong') : undefined}
            />
            <NumberField
              className="min-w-0 flex-[2]"
              label={t(by === 'percent' ? 'share' : 'lots')}
              value={share}
              onChange={(text) => set(id, { share: text })}
              decimals={by === 'percent' ? 0 : decimalsOf(lotStep)}
              unit={by === 'percent' ? '%' : undefined}
              error={share !== '' && shareWrong ? lotsWrong : undefined}
            />
            <IconButton
              className="mt-[1.6em]"
              label={t('remove', { number: place + 1 })}
              onClick={() => onChange(entries.filter((entry) => entry.id !== id))}
            >
              <X aria-hidden />
            </IconButton>
            {brought === undefined ? null : (
              <p className="-mt-s1 basis-full text-caption text-muted">
                {t('brought', { lots: format.quantity(brought.lots) })} · <bdi>{format.result(brought.net)} USDT</bdi>
              </p>
            )}
          </div>
        );
      })}
      {entries.length >= targetsMax ? null : (
        <Button size="small" look="ghost" className="-ms-s4 self-start" onClick={() => onChange(withAnother(entries, by))}>
          <Plus aria-hidden className="size-icon" />
          {t('add')}
        </Button>
      )}
    </fieldset>
  );
}
