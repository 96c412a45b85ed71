import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../shared/words/number-field.tsx';

interface LimitFieldProps {
  info: Pick<MarketInfo, 'priceScale' | 'quote'>;
  /** What is said instead of "limit price". */
  label?: string;
  value: string;
  onChange(price: string): void;
  /** The price that the order would have at once, as a plain decimal; null while there is none. */
  last: string | null;
  wrong: boolean;
  /** What is wrong with it, unless it is no price. */
  error?: string;
  hint?: string | undefined;
}

/** A price that an order waits for, with a button that takes the one of this moment. */
export function LimitField({ info, label, value, onChange, last, wrong, error, hint }: LimitFieldProps) {
  const { t } = useTranslation('currency');
  return (
    <NumberField
      label={label ?? t('ticket.price')}
      value={value}
      onChange={onChange}
      decimals={info.priceScale}
      error={wrong && value !== '' ? (error ?? t('blocker.price')) : undefined}
      hint={hint}
      unitCode={info.quote}
      unit={
        <span className="flex items-center gap-s2">
          {last === null ? null : (
            <button
              type="button"
              className="min-h-[24px] rounded-small px-s1 font-semibold text-accent hover:underline"
              onClick={() => onChange(last)}
            >
              {t('ticket.useLast')}
            </button>
          )}
          {info.quote}
        </span>
      }
    />
  );
}
