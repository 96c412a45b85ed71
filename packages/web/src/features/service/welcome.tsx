import { BadgeCheck, type LucideIcon, ReceiptText, ShieldQuestion, Sprout, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shared/client/session.ts';
import { useDraft } from './draft.ts';

const topics = ['deposit', 'order', 'identity', 'signIn', 'product'] as const;
const icons: Record<(typeof topics)[number], LucideIcon> = {
  deposit: Wallet,
  order: ReceiptText,
  identity: BadgeCheck,
  signIn: ShieldQuestion,
  product: Sprout,
};

/** The beginning: what is asked most, as first words that can still be changed. */
export function Welcome() {
  const { t } = useTranslation('service');
  const isLogin = useSession((session) => session.isLogin);
  const begin = useDraft((draft) => draft.begin);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-s5 py-s6 mobile:px-s4">
      <div className="my-auto flex flex-col gap-s5">
        <div className="flex flex-col gap-s2">
          <h2 className="text-title font-semibold tracking-[-0.015em] text-balance">{t('welcome.title')}</h2>
          <p className="max-w-[520px] text-muted">{t('welcome.lead')}</p>
        </div>
        <ul aria-label={t('welcome.topics')} className="grid gap-s3 desktop:grid-cols-2">
          {topics.map((topic) => {
            const Icon = icons[topic];
            return (
              <li key={topic} className="flex desktop:last:col-span-2">
                <button
                  type="button"
                  onClick={() => begin(t(`topic.${topic}.text`))}
                  className="flex min-h-control flex-1 items-center gap-s3 rounded-middle border border-line bg-surface-2 px-s4 py-s3 text-start transition-quick hover:border-line-strong hover:bg-surface-3"
                >
                  <Icon aria-hidden strokeWidth={1.75} className="size-icon shrink-0 text-accent" />
                  {t(`topic.${topic}.name`)}
                </button>
              </li>
            );
          })}
        </ul>
        <p className="text-caption text-muted">{t(isLogin ? 'kept.customer' : 'kept.visitor')}</p>
      </div>
    </div>
  );
}
