import { Search, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { cx } from '../../ui/cx.ts';
import { controlBox } from '../../ui/field.tsx';

/** Names the instrument whose orders are wanted, with the codes of the market to choose from. */
export function InstrumentFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('orders');
  const list = useId();
  const { data: items } = useCatalogue();
  return (
    <span className={cx(controlBox, 'min-h-control-small px-s3 text-caption')}>
      <Search aria-hidden className="size-[1.2em] shrink-0 text-muted" />
      <input
        dir="ltr"
        list={list}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={t('filter.instrument')}
        placeholder={t('filter.instrument')}
        autoComplete="off"
        className="min-w-0 flex-1 self-stretch bg-transparent text-text outline-none placeholder:text-muted [&::-webkit-calendar-picker-indicator]:hidden!"
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label={t('filter.clear')}
          onClick={() => onChange('')}
          className="inline-flex size-[24px] shrink-0 items-center justify-center rounded-small text-muted hover:text-text"
        >
          <X aria-hidden className="size-[1.2em]" />
        </button>
      )}
      <datalist id={list}>
        {items?.map(({ id, code, appName }) => (
          <option key={id} value={code}>
            {appName}
          </option>
        ))}
      </datalist>
    </span>
  );
}
