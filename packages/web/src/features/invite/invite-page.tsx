import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { Gift } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { ShareCard } from '../../shared/share/share-card.tsx';
import { useRefreshAccount } from '../../shared/trading/account.ts';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Panel } from '../../ui/panel.tsx';
import { CopyButton } from '../../ui/share/copy-button.tsx';
import { QrCode } from '../../ui/share/qr-code.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Amounts } from './amounts.tsx';
import { Invitees } from './invitees.tsx';
import { Rewards } from './rewards.tsx';
import { type Invite, useInvite } from './use-invite.ts';

/** The person's invitation, what it has brought, and the rules it follows. */
export function InvitePage() {
  // With the texts of the parts that load later: the page renders without waiting for them.
  const { t } = useTranslation(['invite', 'share']);
  useTitle(t('title'));
  useFeedEvent('notification', useRefreshAccount());
  const { data, error, isError, refetch } = useInvite();
  return (
    <div className="flex flex-col gap-s5 mobile:px-side mobile:py-s5">
      {data === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[5rem] min-h-[360px] w-full rounded-large" />
        )
      ) : (
        <>
          <Hero invite={data} />
          <div className="grid items-start gap-s5 desktop:wide:grid-cols-[minmax(0,1fr)_max(3.8rem,300px)]">
            <div className="flex min-w-0 flex-col gap-s5">
              <Invitees />
              <Rewards />
              <Rules invite={data} />
            </div>
            <Panel title={t('card.label')} className="mobile:order-first">
              <div className="p-s5">
                <InviteCard code={data.code} link={data.link} />
              </div>
            </Panel>
          </div>
        </>
      )}
    </div>
  );
}

function InviteCard({ code, link }: Pick<Invite, 'code' | 'link'>) {
  const { t } = useTranslation('invite');
  const words = {
    title: t('card.title'),
    text: t('card.text', { amount: useFormat().quantity(demoInitialBalance) }),
    hint: t('code'),
  };
  const content = JSON.stringify({ ...words, code, link });
  const card = useMemo(() => JSON.parse(content) as typeof words & { code: string; link: string }, [content]);
  return <ShareCard card={card} file="assay-invitation.png" />;
}

/** Code, link and picture, and what they have earned so far. */
function Hero({ invite: { code, link, rate, days, invitees, paid, waiting } }: { invite: Invite }) {
  const { t } = useTranslation('invite');
  const format = useFormat();
  const terms = { rate: format.rate(rate), days: format.span(days, 'day') };
  return (
    <Panel className="overflow-hidden">
      <div className="grid items-center gap-s6 bg-[radial-gradient(60%_140%_at_100%_0%,var(--accent-soft),transparent_70%)] p-s6 mobile:p-s5 desktop:wide:grid-cols-[minmax(0,1fr)_max(1.8rem,150px)]">
        <div className="flex min-w-0 flex-col gap-s5">
          <div className="flex flex-col gap-s2">
            <h1 className="flex items-center gap-s3 text-title font-semibold tracking-[-0.01em]">
              <Gift aria-hidden strokeWidth={1.5} className="size-icon-large shrink-0 text-accent" />
              {t('title')}
            </h1>
            <p className="max-w-[max(7rem,320px)] text-muted">{t('lead', terms)}</p>
          </div>
          <dl className="grid gap-s4 desktop:wide:grid-cols-[max(3rem,220px)_minmax(0,1fr)]">
            <Copyable name={t('code')} text={code} strong />
            <Copyable name={t('link')} text={link} />
          </dl>
          <dl className="flex flex-wrap gap-x-s7 gap-y-s3">
            <Figure name={t('friends')} value={format.integer(invitees)} />
            <Figure name={t('earned')} value={<Amounts rewards={paid} none={`${format.amount('0')} USDT`} />} />
            {waiting.length === 0 ? null : <Figure name={t('waiting')} value={<Amounts rewards={waiting} none={absent} />} />}
          </dl>
        </div>
        <div className="w-[max(1.8rem,150px)] overflow-hidden rounded-middle mobile:hidden">
          <QrCode text={link} label={t('qr')} />
        </div>
      </div>
    </Panel>
  );
}

function Copyable({ name, text, strong = false }: { name: string; text: string; strong?: boolean }) {
  const { t } = useTranslation('invite');
  return (
    <div className="flex min-w-0 flex-col gap-s2">
      <dt className="text-caption font-medium text-muted">{name}</dt>
      <dd className="flex min-h-control items-center gap-s3 rounded-middle border border-line-strong bg-surface-0 ps-s4 pe-s2">
        <code
          dir="ltr"
          title={text}
          className={`numbers min-w-0 flex-1 truncate text-start rtl:text-end ${strong ? 'font-semibold tracking-[0.06em]' : ''}`}
        >
          {text}
        </code>
        <CopyButton text={text} label={t('copy')} copied={t('copied')} />
      </dd>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="numbers text-emphasis font-semibold">{value}</dd>
    </div>
  );
}

const rules = ['reward', 'time', 'daily', 'asset', 'real', 'fair'] as const;

/** The rules in plain words, with the terms of today in them. */
function Rules({ invite: { rate, days } }: { invite: Invite }) {
  const { t } = useTranslation('invite');
  const format = useFormat();
  const terms = { rate: format.rate(rate), days: format.span(days, 'day') };
  return (
    <Panel title={t('rules.title')}>
      <ol className="grid gap-x-s6 gap-y-s4 p-s5 desktop:wide:grid-cols-2">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-s3">
            <span aria-hidden className="numbers font-semibold text-accent">
              {index + 1}
            </span>
            <p className="text-caption">{t(`rules.${rule}`, terms)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
