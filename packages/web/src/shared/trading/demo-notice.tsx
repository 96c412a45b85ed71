import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../client/session.ts';

/** Demo accounts look at everything, and what moves real money is not theirs to do; the switch is at hand, here or where the act would be. */
export function DemoNotice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center gap-s4 rounded-large border border-info bg-info-soft p-s5">
      <FlaskConical aria-hidden strokeWidth={1.5} className="size-icon-large shrink-0 text-info" />
      <div className="min-w-[min(100%,220px)] flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-caption">{text}</p>
      </div>
      {children === undefined ? null : <div className="mobile:w-full mobile:*:w-full">{children}</div>}
    </section>
  );
}

export function ToRealAccount({ block = false }: { block?: boolean }) {
  const { t } = useTranslation();
  const setBook = useSession((session) => session.setBook);
  return (
    <Button look="primary" block={block} onClick={() => setBook('real')}>
      {t('account.toReal')}
    </Button>
  );
}
