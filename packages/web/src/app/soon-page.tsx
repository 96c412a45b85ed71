import { Check, Headset, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../shared/words/title.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/panel.tsx';

const icons = {
  google: Info,
  service: Headset,
};
export type SoonTopic = keyof typeof icons;

const points = [1, 2, 3] as const;

/** The honest place of a part that opens later: what it will do, and what can be done today. */
export function SoonPage({ topic }: { topic: SoonTopic }) {
  const { t } = useTranslation(['soon', 'common']);
  const title = t(`${topic}.title`);
  useTitle(title);
  const Icon = icons[topic];
  return (
    <Page className="flex flex-1 flex-col justify-center py-s8">
      <div className="grid items-center gap-s7 rounded-large border border-line bg-surface-1 p-s7 mobile:p-s5 desktop:wide:grid-cols-[1.1fr_1fr]">
        <div className="flex flex-col items-start gap-s4">
          <div className="flex items-center gap-s4">
            <span className="inline-flex rounded-large bg-accent-soft p-s4 text-accent">
              <Icon aria-hidden strokeWidth={1.5} className="size-icon-large" />
            </span>
            <Badge tone="info">{t('badge')}</Badge>
          </div>
          <h1 className="text-title font-semibold tracking-[-0.01em] text-balance">{title}</h1>
          <p className="max-w-[max(6rem,320px)] text-muted">{t(`${topic}.lead`)}</p>
          <div className="mt-s3 flex flex-wrap gap-s3">
            <ButtonLink to="/market" look="primary">
              {t('common:action.toMarket')}
            </ButtonLink>
            <ButtonLink to="/">{t('common:action.toHome')}</ButtonLink>
          </div>
        </div>
        <div className="flex flex-col gap-s3">
          <h2 className="text-caption font-medium text-muted">{t('whatComes')}</h2>
          <ul className="flex flex-col divide-y divide-line border-t border-line">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-s3 py-s4">
                <Check aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
                {t(`${topic}.point${point}`)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Page>
  );
}
