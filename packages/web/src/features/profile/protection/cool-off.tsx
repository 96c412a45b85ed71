import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { type CoolOffPeriod, coolOffPeriods } from '@assay/contract/vocabulary/protection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useMoment } from '../../../shared/trading/limits.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Part } from './part.tsx';
import { useChange, useWait } from './use-change.ts';

/** A break from opening anything: begun at once, ended early after a wait. */
export function CoolOff({ limits }: { limits: Limits }) {
  const { t } = useTranslation('limits');
  const moment = useMoment();
  const wait = useWait(limits);
  const { busy, change, cancel } = useChange();
  const [period, setPeriod] = useState<CoolOffPeriod>('1d');
  const [asked, setAsked] = useState<CoolOffPeriod | 'end'>();
  const { until, endsEarlyAt } = limits.coolOff;
  const ends = asked === 'end';
  const send = async () => {
    if (asked === undefined) return;
    await change(
      (signal) => call(calls.user.setCoolOff, { period: asked }, { signal }),
      ({ coolOff }) => (asked === 'end') === (coolOff.until === null || coolOff.endsEarlyAt !== null),
    );
    setAsked(undefined);
  };
  return (
    <Part
      title={t('coolOff.title')}
      text={t('coolOff.text')}
      state={until === null ? undefined : <Badge tone="warn">{t('coolOff.running', { time: moment(until) })}</Badge>}
    >
      {until === null ? (
        <div className="flex max-w-[max(5.4rem,440px)] flex-wrap items-center gap-s3">
          <Segmented
            label={t('coolOff.title')}
            value={period}
            onChange={(value) => setPeriod(value)}
            options={coolOffPeriods.map((value) => ({ value, label: t(`coolOff.period.${value}`) }))}
            className="min-w-0 flex-1 border border-line mobile:basis-full"
          />
          <Button onClick={() => setAsked(period)}>{t('coolOff.start')}</Button>
        </div>
      ) : endsEarlyAt === null ? (
        <Button size="small" className="self-start" onClick={() => setAsked('end')}>
          {t('coolOff.end')}
        </Button>
      ) : (
        <p className="text-caption text-warn">{t('coolOff.endsEarly', { time: moment(endsEarlyAt) })}</p>
      )}
      <Confirm
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={ends ? t('coolOff.endTitle') : t('coolOff.confirmTitle', { period: t(`coolOff.period.${period}`) })}
        description={t(ends ? 'coolOff.endText' : 'coolOff.confirmText', { wait })}
        confirm={t(ends ? 'coolOff.end' : 'coolOff.start')}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={cancel}
      />
    </Part>
  );
}
