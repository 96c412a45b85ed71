import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { ChartCandlestick, Compass, KeyRound, type LucideIcon, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { passkeyPlace } from '../../shared/client/passkeys.ts';
import { instrumentPath } from '../../shared/trading/market/figures.ts';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { useWelcome } from '../../shared/welcome.ts';
import { useFormat } from '../../shared/words/format.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Greets a newly registered user, with three links. */
export function WelcomeDialog() {
  const { t } = useTranslation('welcome');
  const { end, begin } = useWelcome();
  const { data: items } = useCatalogue();
  const amount = useFormat().quantity(demoInitialBalance);
  const first = items?.find(({ code }) => code === 'BTCUSDT') ?? items?.[0];
  return (
    <Dialog open onOpenChange={end} title={t('title', { amount })} description={t('text')}>
      <div className="flex flex-col gap-s3">
        <Door
          icon={ChartCandlestick}
          to={first === undefined ? '/market' : instrumentPath(first)}
          name={t('trade')}
          text={t('tradeText')}
          onGo={begin}
          strong
        />
        <Door icon={Compass} name={t('look')} text={t('lookText')} onGo={end} />
        <Door icon={ShieldCheck} to="/profile?section=identity" name={t('verify')} text={t('verifyText')} onGo={end} />
        {passkeyPlace().at === 'here' ? (
          <Link
            to="/profile?section=security"
            onClick={end}
            className="flex min-h-control-small items-center justify-center gap-s2 text-caption text-accent hover:underline"
          >
            <KeyRound aria-hidden className="size-[1.2em]" />
            {t('passkey')}
          </Link>
        ) : null}
      </div>
    </Dialog>
  );
}

interface DoorProps {
  icon: LucideIcon;
  /** Its target; the current page by default. */
  to?: string;
  name: string;
  text: string;
  strong?: boolean;
  onGo(): void;
}

function Door({ icon: Icon, to, name, text, strong = false, onGo }: DoorProps) {
  const look = cx(
    'flex w-full items-center gap-s4 rounded-large border p-s4 text-start transition-quick',
    strong ? 'border-accent bg-accent-soft hover:brightness-110' : 'border-line bg-surface-2 hover:border-line-strong',
  );
  const content = (
    <>
      <span
        className={cx(
          'inline-grid size-[max(0.44rem,40px)] shrink-0 place-items-center rounded-middle',
          strong ? 'bg-accent-fill text-on-accent' : 'bg-surface-3 text-accent',
        )}
      >
        <Icon aria-hidden className="size-icon" />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-semibold">{name}</span>
        <span className="text-caption text-muted">{text}</span>
      </span>
    </>
  );
  return to === undefined ? (
    <button type="button" onClick={onGo} className={look}>
      {content}
    </button>
  ) : (
    <Link to={to} onClick={onGo} className={look}>
      {content}
    </Link>
  );
}
