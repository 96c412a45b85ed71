import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shared/client/session.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Play money comes from nowhere and goes nowhere; the switch to the account that has the real one is at hand. */
export function DemoNotice() {
  const { t } = useTranslation(['funds', 'codes']);
  const setBook = useSession((session) => session.setBook);
  return (
    <Panel className="flex flex-col items-center gap-s3 px-s5 py-s8 text-center">
      <span className="inline-flex rounded-large bg-info-soft p-s4 text-info">
        <FlaskConical aria-hidden strokeWidth={1.5} className="size-icon-large" />
      </span>
      <h2 className="text-emphasis font-semibold">{t('funds:demo.title')}</h2>
      <p className="max-w-[max(5rem,300px)] text-muted">{t('funds:demo.text')}</p>
      <Button look="primary" className="mt-s3" onClick={() => setBook('real')}>
        {t('funds:demo.switch')}
      </Button>
    </Panel>
  );
}
