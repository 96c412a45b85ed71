import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { Field, controlBox } from '../../../ui/field.tsx';

interface PhoneFieldProps {
  /** Area codes on offer; any other is typed with its +. */
  areas: readonly string[];
  /** + and digits, or empty. */
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

const digitsOf = (text: string) =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/\D/g, '');

/** A phone number with its area code in front. A leading zero of the national number falls away. */
export function PhoneField({ areas, value, onChange, error }: PhoneFieldProps) {
  const { t } = useTranslation('kyc');
  const [area, setArea] = useState(areas.find((one) => value.startsWith(one)) ?? '');
  const [number, setNumber] = useState(area === '' ? value : value.slice(area.length));
  const tell = (nextArea: string, nextNumber: string) => {
    setArea(nextArea);
    setNumber(nextNumber);
    const whole = nextNumber.trim().startsWith('+');
    const digits = digitsOf(nextNumber);
    if (digits === '') onChange('');
    else onChange(whole ? `+${digits}` : `${nextArea}${digits.replace(/^0+/, '')}`);
  };
  return (
    <Field label={t('field.phone')} error={error} hint={t('person.phone')}>
      {(wiring) => (
        <div dir="ltr" className={cx(controlBox, 'ps-s2')}>
          <span className="relative flex self-stretch">
            <select
              aria-label={t('person.area')}
              value={area}
              onChange={(event) => tell(event.target.value, number)}
              className="numbers appearance-none rounded-small border-e border-line bg-surface-0 ps-s2 pe-[calc(var(--icon)+var(--step-2))] text-text outline-none focus-visible:outline-2 focus-visible:outline-accent"
            >
              <option value="">+</option>
              {areas.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden className="pointer-events-none absolute end-s1 inset-y-0 my-auto size-icon text-muted" />
          </span>
          <input
            {...wiring}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete={area === '' ? 'tel' : 'tel-national'}
            maxLength={24}
            value={number}
            onChange={(event) => tell(area, event.target.value)}
            className="numbers min-w-0 flex-1 self-stretch bg-transparent text-text outline-none"
          />
        </div>
      )}
    </Field>
  );
}
