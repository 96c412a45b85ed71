import { type Amount, formatAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Result } from '@assay/domain/positions/costs.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { useFormat } from '../../words/format.ts';
import { gainTone } from '../tones.ts';

/** A part of a result, signed: what was won above zero, what it cost below. */
export interface ResultPart {
  readonly name: string;
  readonly amount: Amount;
}

interface NetResultProps {
  net: Amount;
  /** They add up to the net. */
  parts: readonly ResultPart[];
  className?: string;
  /** Below it, such as the percentage. */
  children?: ReactNode;
}

/** A result with every cost taken off, and one tap away what it is made of, to the last unit. */
export function NetResult({ net, parts, className, children }: NetResultProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const text = formatAmount(net, usdt);
  const exact = (value: Amount) => <bdi dir="ltr">{format.exactSigned(formatAmount(value, usdt))}</bdi>;
  const trigger = (
    <button
      type="button"
      className={cx(
        'inline-flex cursor-pointer flex-col items-end rounded-small leading-tight whitespace-nowrap',
        gainTone(text),
        className,
      )}
    >
      <span className="sr-only">{t('net')} </span>
      <bdi dir="ltr" className="font-semibold underline decoration-line-strong decoration-dotted underline-offset-4">
        {format.result(text)}
      </bdi>
      {children}
      <span className="sr-only"> USDT · {t('show')}</span>
    </button>
  );
  const figures = [
    ...parts.map(({ name, amount }) => ({ name, value: exact(amount) })),
    { name: t('net'), value: <span className={gainTone(text)}>{exact(net)}</span>, strong: true },
  ];
  return (
    <Popover trigger={trigger} title={t('title')}>
      <Figures figures={figures} dense />
      <p className="pt-s2 text-caption text-muted">{t('unit')}</p>
    </Popover>
  );
}

/** The result of a contract: of one that is open, as if it closed at this price. */
export function ContractResult({ result, ...props }: { result: Result } & Omit<NetResultProps, 'net' | 'parts'>) {
  return <NetResult net={result.net} parts={useContractParts(result)} {...props} />;
}

function useContractParts({ gross, openFee, closeFee, financing }: Result): ResultPart[] {
  const { t } = useTranslation('costs');
  const taken = (cost: Amount) => minus(nothing, cost);
  return [
    { name: t('gross'), amount: gross },
    { name: t('openingFee'), amount: taken(openFee) },
    { name: t('closingFee'), amount: taken(closeFee) },
    { name: t('financing'), amount: taken(financing) },
  ];
}
