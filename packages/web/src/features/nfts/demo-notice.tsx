import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shared/client/session.ts';
import { Button } from '../../ui/button.tsx';

/** Demo accounts look at everything and bid for nothing; the switch is at hand. */
export function DemoNotice() {
  const { t } = useTranslation('nfts');
  return (
    <section className="flex flex-wrap items-center gap-s4 rounded-large border border-info bg-info-soft p-s5">
      <FlaskConical aria-hidden strokeWidth={1.5} className="size-icon-large shrink-0 text-info" />
      <div className="min-w-[min(100%,220px)] flex-1">
        <h2 className="font-semibold">{t('demo.title')}</h2>
        <p className="text-caption">{t('demo.text')}</p>
      </div>
      <div className="mobile:w-full mobile:*:w-full">
        <SwitchButton />
      </div>
    </section>
  );
}

export function SwitchButton({ block = false }: { block?: boolean }) {
  const { t } = useTranslation('nfts');
  const setBook = useSession((session) => session.setBook);
  return (
    <Button look="primary" block={block} onClick={() => setBook('real')}>
      {t('demo.switch')}
    </Button>
  );
}
