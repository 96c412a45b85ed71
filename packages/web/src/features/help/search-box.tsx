import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/field.tsx';

/** Searches while typing. */
export function SearchBox({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  className?: string;
}) {
  const { t } = useTranslation('help');
  return (
    <Input
      label={label}
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={80}
      placeholder={label}
      className={cx('w-full [&_label]:sr-only [&_input::-webkit-search-cancel-button]:hidden', className)}
      start={<Search aria-hidden className="size-icon shrink-0 text-muted" />}
      end={
        value === '' ? null : (
          <IconButton label={t('clearSearch')} onClick={() => onChange('')} className="-me-s2 size-control-small">
            <X aria-hidden />
          </IconButton>
        )
      }
    />
  );
}
