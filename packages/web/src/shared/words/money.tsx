import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { isDecimal, placesOf, useFormat } from './format.ts';

interface MoneyProps {
  /** A plain decimal; below zero is taken off. */
  value: string;
  asset?: string;
  /** What a customer pays is rounded up, everything else is cut. */
  cost?: boolean;
  /** What is written until it is pressed, where figures beside each other have to add up as they are shown. */
  shown?: string | undefined;
  /** With a plus before what comes in. */
  signed?: boolean;
  /** The asset's name, beside the figure or where a heading says it already. */
  unit?: 'muted' | 'plain' | 'none';
  className?: string;
}

/** An amount of money as it is written everywhere; its last unit shows on hover, and stays once it is pressed. */
export function Money({
  value,
  asset = 'USDT',
  cost = false,
  shown = value,
  signed = false,
  unit = 'muted',
  className,
}: MoneyProps) {
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const exact = format.exactAmount(value, asset);
  const isCut = cutsOff(value, asset);
  const text = isWhole ? exact : format[cost ? 'cost' : 'amount'](shown, asset);
  const sign = signed && isDecimal(value) && !value.startsWith('-') ? '+' : '';
  return (
    <bdi dir="ltr" className={cx('numbers whitespace-nowrap', className)}>
      {isCut ? (
        <button
          type="button"
          title={`${sign}${exact} ${asset}`}
          className="cursor-pointer rounded-small decoration-muted decoration-dotted underline-offset-4 hover:underline"
          onClick={() => setIsWhole(!isWhole)}
        >
          {sign}
          {text}
        </button>
      ) : (
        `${sign}${text}`
      )}
      {unit === 'none' ? null : (
        <>
          {' '}
          <span className={unit === 'muted' ? 'text-caption font-normal text-muted' : ''}>{asset}</span>
        </>
      )}
    </bdi>
  );
}

/** Whether the figure has more places than are shown of it. */
function cutsOff(value: string, asset: string): boolean {
  const [, fraction = ''] = value.split('.');
  return fraction.replace(/0+$/, '').length > placesOf(asset).most;
}
