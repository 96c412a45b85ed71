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
}

/** A result with every cost taken off, and one tap away what it is made of, to the last unit. */
export function NetResult({ net, parts }: NetResultProps) {
  return <ResultButton shown={<NetText net={net} />} parts={<ResultParts net={net} parts={parts} />} />;
}

/** The result of a contract: of one that is open, as if it closed at this price. */
export function ContractResult({ result }: { result: Result }) {
  return <ResultButton shown={<NetText net={result.net} />} parts={<ContractParts result={result} />} />;
}

/** The button and what it opens: what follows a price within them does so by itself, and draws neither anew. */
export function ResultButton({ shown, parts }: { shown: ReactNode; parts: ReactNode }) {
  const { t } = useTranslation('costs');
  const trigger = (
    <button
      type="button"
      className="inline-flex cursor-pointer flex-col items-end rounded-small leading-tight whitespace-nowrap"
    >
      <span className="sr-only">{t('net')} </span>
      {shown}
      <span className="sr-only"> USDT · {t('show')}</span>
    </button>
  );
  return (
    <Popover trigger={trigger} title={t('title')}>
      {parts}
      <p className="pt-s2 text-caption text-muted">{t('unit')}</p>
    </Popover>
  );
}

/** A net result as its button shows it; more may be shown below it, such as the percentage. */
export function NetText({ net, children }: { net: Amount; children?: ReactNode }) {
  const format = useFormat();
  const text = formatAmount(net, usdt);
  return (
    <span className={cx('inline-flex flex-col items-end', gainTone(text))}>
      <bdi dir="ltr" className="font-semibold underline decoration-line-strong decoration-dotted underline-offset-4">
        {format.result(text)}
      </bdi>
      {children}
    </span>
  );
}

function ResultParts({ net, parts }: NetResultProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const exact = (value: Amount) => <bdi dir="ltr">{format.exactSigned(formatAmount(value, usdt))}</bdi>;
  const figures = [
    ...parts.map(({ name, amount }) => ({ name, value: exact(amount) })),
    { name: t('net'), value: <span className={gainTone(formatAmount(net, usdt))}>{exact(net)}</span>, strong: true },
  ];
  return <Figures figures={figures} dense />;
}

/** What the result of a contract is made of. */
export function ContractParts({ result }: { result: Result }) {
  return <ResultParts net={result.net} parts={useContractParts(result)} />;
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
