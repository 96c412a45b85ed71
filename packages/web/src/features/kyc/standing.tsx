import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { CircleAlert, Clock, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/words/format.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Picture } from '../../ui/pictures/picture.tsx';

function Card({
  icon,
  tone,
  title,
  text,
  status,
  children,
}: {
  icon: ReactNode;
  tone: string;
  title: string;
  text: string;
  status: KycStatus;
  children?: ReactNode;
}) {
  return (
    <Panel className="p-s5">
      <div className="flex items-start gap-s4">
        <span className={cx('inline-flex shrink-0 rounded-large p-s3 [&>svg]:size-icon-large', tone)}>{icon}</span>
        <div className="flex min-w-0 flex-1 flex-col gap-s2">
          <div className="flex flex-wrap items-start justify-between gap-x-s4 gap-y-s1">
            <h2 className="text-emphasis font-semibold">{title}</h2>
            <KycBadge status={status} />
          </div>
          <p className="text-muted">{text}</p>
          {children}
        </div>
        {status === 'verified' && !isMobile ? <Picture name="verified" /> : null}
      </div>
    </Panel>
  );
}

export function Verified({ kyc }: { kyc: Kyc }) {
  const { t } = useTranslation('kyc');
  const format = useFormat();
  const { higherLimits, higherLimitsFrom } = kyc;
  const limited = higherLimits === 'waiting' || higherLimits === 'held';
  return (
    <Card
      icon={<ShieldCheck aria-hidden strokeWidth={1.5} />}
      tone="bg-accent-soft text-accent"
      title={t('verified.title')}
      text={t(limited ? 'verified.loans' : 'verified.text')}
      status="verified"
    >
      {higherLimits === 'held' ? <p className="text-muted">{t('verified.held')}</p> : null}
      {higherLimits === 'waiting' && higherLimitsFrom !== null ? (
        <p className="text-muted">{t('verified.waiting', { time: format.dateTime(higherLimitsFrom) })}</p>
      ) : null}
      {kyc.decidedAt === null ? null : (
        <dl className="mt-s2">
          <Fact name={t('verified.since')} value={format.dateTime(kyc.decidedAt)} />
        </dl>
      )}
    </Card>
  );
}

/** The promised time is shown until it has passed; then it is shown that it has. */
export function Pending({ kyc }: { kyc: Kyc }) {
  const { t } = useTranslation('kyc');
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const late = kyc.dueAt !== null && Date.parse(kyc.dueAt) < now;
  return (
    <Card
      icon={<Clock aria-hidden strokeWidth={1.5} />}
      tone="bg-info-soft text-info"
      title={t('pending.title')}
      text={t('pending.text', { hours: kyc.hours })}
      status="pendingReview"
    >
      <dl className="mt-s2 flex flex-wrap gap-x-s7 gap-y-s2">
        {kyc.submittedAt === null ? null : <Fact name={t('pending.submitted')} value={format.dateTime(kyc.submittedAt)} />}
        {kyc.dueAt === null ? null : <Fact name={t('pending.due')} value={format.dateTime(kyc.dueAt)} />}
      </dl>
      {late ? <p className="text-caption text-warn">{t('pending.late')}</p> : null}
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="numbers font-medium">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** Why it failed, field by field. */
export function Failed({ kyc }: { kyc: Kyc }) {
  const { t } = useTranslation('kyc');
  return (
    <section className="mx-s5 mt-s4 flex flex-col gap-s3 rounded-middle border border-danger bg-danger-soft p-s4">
      <h3 className="flex items-center gap-s2 font-semibold">
        <CircleAlert aria-hidden className="size-icon shrink-0 text-danger" />
        {t('failed.title')}
      </h3>
      <p className="text-caption">{t('failed.text')}</p>
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {kyc.rejected.map(({ field, reason }) => (
          <li key={field} className="flex flex-wrap justify-between gap-x-s5 gap-y-s1 py-s2">
            <span className="font-medium">{t(`field.${field}`)}</span>
            <span className="text-caption">{t(`reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
