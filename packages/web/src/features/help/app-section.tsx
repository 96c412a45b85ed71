import { CircleCheck, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useInstall } from '../../shared/install.ts';
import { Button } from '../../ui/button.tsx';

const devices = ['android', 'iphone', 'desktop'] as const;

/** How to put the site on the home screen: by one press where the browser offers it, else in words. */
export function AppSection() {
  const { t } = useTranslation('help');
  const { offered, installed, install } = useInstall();
  return (
    <section
      id="app"
      aria-labelledby="help-app"
      className="grid scroll-mt-[calc(var(--bar-height)+var(--step-5))] items-center gap-s6 rounded-large border border-line bg-[linear-gradient(110deg,var(--accent-soft),transparent_60%)] p-s6 mobile:p-s5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]"
    >
      <div className="flex flex-col items-start gap-s3">
        <span className="rounded-middle bg-accent-soft p-s3 text-accent">
          <Smartphone aria-hidden className="size-icon-large" strokeWidth={1.5} />
        </span>
        <h2 id="help-app" className="text-title font-semibold tracking-[-0.01em]">
          {t('app.title')}
        </h2>
        <p className="text-muted">{t('app.text')}</p>
        {installed ? (
          <p className="flex items-center gap-s2 font-medium">
            <CircleCheck aria-hidden className="size-icon text-accent" />
            {t('app.installed')}
          </p>
        ) : offered ? (
          <Button look="primary" className="mt-s2" onClick={() => void install()}>
            {t('app.install')}
          </Button>
        ) : null}
      </div>
      <dl className="flex flex-col [&>*+*]:border-t">
        {devices.map((device) => (
          <div key={device} className="flex flex-col gap-s1 border-line py-s4">
            <dt className="font-semibold">{t(`app.${device}`)}</dt>
            <dd className="text-muted">{t(`app.${device}How`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
