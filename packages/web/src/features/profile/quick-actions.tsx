import { ArrowDownToLine, ArrowUpFromLine, ChartCandlestick, type LucideIcon, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDepositStep } from '../../shared/deposit-button.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';

const links = [
  { key: 'link.withdraw', to: '/profile/balance?withdraw=USDT', icon: ArrowUpFromLine },
  { key: 'action.trade', to: '/market', icon: ChartCandlestick },
  { key: 'link.invite', to: '/profile/invite', icon: UserPlus },
] as const;

/** What people come to their account for: on a phone round ones under the thumb. */
export function QuickActions() {
  const { t } = useTranslation('profile');
  const deposit = useDepositStep();
  if (!isMobile) {
    return (
      <div className="flex flex-wrap gap-s3 border-t border-line pt-s5">
        <Button look="primary" onClick={deposit.begin}>
          {t('link.deposit')}
        </Button>
        {links.map(({ key, to }) => (
          <ButtonLink key={key} to={to}>
            {t(key)}
          </ButtonLink>
        ))}
        {deposit.question}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-4 gap-s2">
      <button type="button" onClick={deposit.begin} className={column}>
        <Circle icon={ArrowDownToLine} strong />
        {t('link.deposit')}
      </button>
      {links.map(({ key, to, icon }) => (
        <Link key={key} to={to} className={column}>
          <Circle icon={icon} />
          {t(key)}
        </Link>
      ))}
      {deposit.question}
    </div>
  );
}

const column =
  'flex min-w-0 flex-col items-center gap-s2 rounded-middle py-s1 text-center text-caption leading-tight text-balance';

function Circle({ icon: Icon, strong = false }: { icon: LucideIcon; strong?: boolean }) {
  return (
    <span
      className={cx(
        'inline-grid size-[max(0.96rem,48px)] shrink-0 place-items-center rounded-[50%]',
        strong ? 'bg-accent-fill text-on-accent' : 'border border-line bg-surface-2 text-accent',
      )}
    >
      <Icon aria-hidden className="size-icon" />
    </span>
  );
}
