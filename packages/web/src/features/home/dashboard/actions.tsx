import { ArrowDownToLine, ArrowUpFromLine, CandlestickChart, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';

const actions = [
  { name: 'deposit', to: '/profile/balance?deposit=USDT', icon: ArrowDownToLine },
  { name: 'withdraw', to: '/profile/balance?withdraw=USDT', icon: ArrowUpFromLine },
  { name: 'trade', to: '/cruuency?code=BTCUSDT', icon: CandlestickChart },
  { name: 'invite', to: '/profile/invite', icon: UserPlus },
] as const;

/** The four ways on, each a round key with its name below. */
export function Actions() {
  const { t } = useTranslation('dashboard');
  return (
    <ul aria-label={t('actions')} className="grid grid-cols-4 gap-s4 mobile:w-full mobile:gap-s2">
      {actions.map(({ name, to, icon: Icon }) => (
        <li key={name}>
          <Link
            to={to}
            className="group flex min-w-[max(0.8rem,60px)] flex-col items-center gap-s2 rounded-middle text-center text-caption leading-tight font-medium"
          >
            <span
              className={cx(
                'grid size-[max(0.52rem,42px)] place-items-center rounded-[50%] transition-quick group-active:scale-95 mobile:size-[0.92rem] [&>svg]:size-icon',
                name === 'deposit'
                  ? 'bg-accent-fill text-on-accent group-hover:brightness-110'
                  : 'border border-line bg-surface-2 text-text group-hover:border-line-strong group-hover:bg-surface-3',
              )}
            >
              <Icon aria-hidden />
            </span>
            {t(`action.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
