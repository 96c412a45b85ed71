import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { BadgeCheck, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Logo } from '../../../ui/logo.tsx';
import type { ExampleReceipt } from './receipt.ts';

const lineMs = 480;
const still = '(prefers-reduced-motion: reduce)';

interface ReceiptCardProps {
  info: Pick<MarketInfo, 'code' | 'logo' | 'priceScale' | 'quoteTime'>;
  receipt: ExampleReceipt;
  className?: string;
}

/** The lines of the receipt, one after the other, each with what it is made of; then whether the server's own figure agrees. */
export function ReceiptCard({ info: { code, logo, priceScale, quoteTime }, receipt, className }: ReceiptCardProps) {
  const { t } = useTranslation('visitor');
  const format = useFormat();
  const lines = useLines(receipt, priceScale);
  const { step, again } = useSteps(lines.length + 1);
  const told = (at: number) => cx('transition-opacity duration-300', step > at ? 'opacity-100' : 'opacity-0');
  return (
    <section
      aria-label={t('receipt.title')}
      className={cx('flex flex-col overflow-hidden rounded-large border border-line bg-surface-1 shadow-raised', className)}
    >
      <header className="flex items-center gap-s3 border-b border-dashed border-line-strong/50 px-s5 py-s4">
        <Logo src={logo} code={code} className="size-[32px]! mobile:size-[36px]!" />
        <span className="flex min-w-0 flex-1 flex-col leading-tight">
          <span className="font-semibold">{t('receipt.title')}</span>
          <span className="text-caption text-muted">
            {t('receipt.order', { code, quantity: format.quantity(receipt.quantity), leverage: receipt.leverage })}
          </span>
        </span>
        <IconButton label={t('receipt.again')} onClick={again} className="size-control-small">
          <RotateCcw aria-hidden />
        </IconButton>
      </header>
      <dl className="flex flex-col gap-[2px] px-s5 py-s3">
        {lines.map(({ name, formula, value, tone }, at) => (
          <div key={name} className={cx('flex min-h-[38px] items-center justify-between gap-s4', told(at))}>
            <dt className="min-w-0 leading-tight">
              {t(`receipt.${name}`)}
              <bdi dir="ltr" className="numbers block text-[11px] text-muted rtl:text-right">
                {formula}
              </bdi>
            </dt>
            <dd className={cx('numbers shrink-0 font-semibold', tone)}>
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <footer
        className={cx('flex items-start gap-s3 border-t border-dashed border-line-strong/50 px-s5 py-s4', told(lines.length))}
      >
        <Verdict receipt={receipt} />
      </footer>
      <p className="flex-1 border-t border-line bg-surface-2 px-s5 py-s3 text-[11px] leading-[1.45] text-muted">
        {t('receipt.quotes', { time: format.moment(quoteTime) })}
      </p>
    </section>
  );
}

function Verdict({ receipt: { change, told } }: { receipt: ExampleReceipt }) {
  const { t } = useTranslation('visitor');
  const format = useFormat();
  const agrees = change === told;
  const Icon = agrees ? BadgeCheck : TriangleAlert;
  return (
    <>
      <Icon aria-hidden className={cx('size-icon-large shrink-0', agrees ? 'text-accent' : 'text-warn')} />
      <p className="leading-tight">
        <span className={cx('font-semibold', agrees ? 'text-accent' : 'text-warn')}>
          {t(agrees ? 'receipt.checked' : 'receipt.differs')}
        </span>
        <span className="block text-caption text-muted">
          {t('receipt.change', { computed: format.change(change), told: format.change(told) })}
        </span>
      </p>
    </>
  );
}

type LineName = 'opened' | 'margin' | 'openingFee' | 'closed' | 'result' | 'closingFee' | 'net';

function useLines(receipt: ExampleReceipt, scale: number) {
  const { t } = useTranslation('visitor');
  const format = useFormat();
  const { quantity, leverage, open, close } = receipt;
  const [from, to, coins] = [format.price(open, scale), format.price(close, scale), format.quantity(quantity)];
  const rate = format.rate(receipt.feeRate);
  // To the last unit, so that who adds the lines up gets the same.
  const exact = (text: string) => `${Number(text) > 0 ? '+' : ''}${format.exactAmount(text)}`;
  const cost = (text: string) => `-${format.exactAmount(text)}`;
  const line = (name: LineName, formula: string, value: string, tone = '') => ({ name, formula, value, tone });
  return [
    line('opened', t('receipt.firstQuote'), from),
    line('margin', `${coins} × ${from} ÷ ${leverage}`, format.exactAmount(receipt.margin)),
    line('openingFee', `${coins} × ${from} × ${rate}`, cost(receipt.openingFee)),
    line('closed', t('receipt.lastQuote'), to),
    line('result', `${coins} × (${to} − ${from})`, exact(receipt.profit), gainTone(receipt.profit)),
    line('closingFee', `${coins} × ${to} × ${rate}`, cost(receipt.closingFee)),
    line('net', t('receipt.netOf'), `${exact(receipt.net)} USDT`, gainTone(receipt.net)),
  ];
}

/** One more line every moment; all at once for who wants no motion. */
function useSteps(count: number) {
  const [step, setStep] = useState(() => (matchMedia(still).matches ? count : 0));
  useEffect(() => {
    if (step >= count) return undefined;
    const timer = setTimeout(() => setStep(step + 1), lineMs);
    return () => clearTimeout(timer);
  }, [step, count]);
  return { step, again: () => setStep(matchMedia(still).matches ? count : 0) };
}
