import { ArrowDownToLine, ArrowUpFromLine, CandlestickChart, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBook } from '../../../shared/client/session.ts';
import { depositPath, useDepositStep } from '../../../shared/deposit-button.tsx';
import { cx } from '../../../ui/cx.ts';

const others = [
  { name: 'withdraw', to: '/profile/balance?withdraw=USDT', icon: ArrowUpFromLine },
  { name: 'trade', to: '/cruuency?code=BTCUSDT', icon: CandlestickChart },
  { name: 'invite', to: '/profile/invite', icon: UserPlus },
] as const;

const around =
  'group flex min-w-[max(0.8rem,60px)] flex-col items-center gap-s2 rounded-middle text-center text-caption leading-tight font-medium';
const key =
  'grid size-[max(0.52rem,42px)] place-items-center rounded-[50%] transition-quick group-active:scale-95 mobile:size-[0.92rem] [&>svg]:size-icon';
const quiet = cx(key, 'border border-line bg-surface-2 text-text group-hover:border-line-strong group-hover:bg-surface-3');

/** The four ways on, each a round key with its name below. */
export function Actions() {
  const { t } = useTranslation('dashboard');
  return (
    <ul aria-label={t('actions')} className="grid grid-cols-4 gap-s4 mobile:w-full mobile:gap-s2">
      <li>
        <Deposit />
      </li>
      {others.map(({ name, to, icon: Icon }) => (
        <li key={name}>
          <Link to={to} className={around}>
            <span className={quiet}>
              <Icon aria-hidden />
            </span>
            {t(`action.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Play money is not brought in: on the demo account it is a question first. */
function Deposit() {
  const { t } = useTranslation('dashboard');
  const { begin, question } = useDepositStep();
  const onDemo = useBook() === 'demo';
  const face = (
    <>
      <span className={cx(key, 'bg-accent-fill text-on-accent group-hover:brightness-110')}>
        <ArrowDownToLine aria-hidden />
      </span>
      {t('action.deposit')}
    </>
  );
  if (!onDemo) {
    return (
      <Link to={depositPath} className={around}>
        {face}
      </Link>
    );
  }
  return (
    <>
      <button type="button" onClick={begin} className={cx(around, 'w-full')}>
        {face}
      </button>
      {question}
    </>
  );
}
