import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button, ButtonLink, type ButtonLook } from '../ui/button.tsx';
import { lazyPage } from '../ui/lazy-page.ts';
import { useBook, useSession } from './client/session.ts';

const Confirm = lazyPage(() => import('../ui/confirm.tsx').then((part) => part.Confirm));
export const depositPath = '/profile/balance?deposit=USDT';

interface DepositButtonProps {
  look?: ButtonLook;
  size?: 'normal' | 'small';
  className?: string;
  children: ReactNode;
}

interface DepositStep {
  /** Leads to where money is brought in. Play money is not: on the demo account it asks once, switches, and leads there too. */
  begin(): void;
  question: ReactNode;
}

export function useDepositStep(): DepositStep {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const setBook = useSession((session) => session.setBook);
  const onDemo = useBook() === 'demo';
  const [asked, setAsked] = useState(false);
  const goOn = () => {
    setAsked(false);
    setBook('real');
    void navigate(depositPath);
  };
  const question = asked ? (
    <Suspense fallback={null}>
      <Confirm
        open
        onOpenChange={setAsked}
        title={t('account.depositTitle')}
        description={t('account.depositText')}
        confirm={t('account.depositConfirm')}
        onConfirm={goOn}
      />
    </Suspense>
  ) : null;
  return { begin: () => (onDemo ? setAsked(true) : void navigate(depositPath)), question };
}

/** The button to deposit, on any page. */
export function DepositButton({ look = 'primary', size = 'normal', className, children }: DepositButtonProps) {
  const { begin, question } = useDepositStep();
  const onDemo = useBook() === 'demo';
  const style = { look, size, ...(className === undefined ? {} : { className }) };
  if (!onDemo) {
    return (
      <ButtonLink to={depositPath} {...style}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...style} onPointerEnter={Confirm.preload} onClick={begin}>
        {children}
      </Button>
      {question}
    </>
  );
}
