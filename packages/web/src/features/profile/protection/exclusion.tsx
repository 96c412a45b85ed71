import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { type ExclusionPeriod, exclusionPeriods } from '@assay/contract/vocabulary/protection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useMoment } from '../../../shared/trading/limits.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Part } from './part.tsx';
import { useChange } from './use-change.ts';

/** The way out of trading, for a while or for good. What can't be undone is confirmed twice. */
export function Exclusion({ limits: { exclusion } }: { limits: Limits }) {
  const { t } = useTranslation('limits');
  const moment = useMoment();
  const { busy, change, cancel } = useChange();
  const [period, setPeriod] = useState<ExclusionPeriod>('1m');
  const [asks, setAsks] = useState(false);
  const [understood, setUnderstood] = useState(false);
  const forGood = exclusion.excluded && exclusion.until === null;
  const close = () => {
    setAsks(false);
    setUnderstood(false);
  };
  const send = async () => {
    if (!understood) return;
    await change(
      (signal) => call(calls.user.excludeSelf, { period }, { signal }),
      // It can only be lengthened.
      (found) => found.exclusion.excluded && (!exclusion.excluded || found.exclusion.until !== exclusion.until),
    );
    close();
  };
  return (
    <Part
      title={t('exclusion.title')}
      text={t('exclusion.text')}
      state={
        exclusion.excluded ? (
          <Badge tone="danger">
            {forGood ? t('exclusion.runningForGood') : t('exclusion.running', { time: moment(exclusion.until) })}
          </Badge>
        ) : undefined
      }
    >
      {forGood ? null : (
        <div className="flex max-w-[max(5.4rem,440px)] flex-wrap items-center gap-s3">
          <Segmented
            label={t('exclusion.title')}
            value={period}
            onChange={(value) => setPeriod(value)}
            options={exclusionPeriods.map((value) => ({ value, label: t(`exclusion.period.${value}`) }))}
            className="min-w-0 flex-1 basis-full border border-line mobile:grid mobile:grid-cols-2"
          />
          <Button look="danger" onClick={() => setAsks(true)}>
            {t('exclusion.start')}
          </Button>
        </div>
      )}
      <Confirm
        open={asks}
        onOpenChange={close}
        title={t('exclusion.confirmTitle', { period: t(`exclusion.period.${period}`) })}
        description={t('exclusion.confirmText')}
        confirm={t('exclusion.confirm')}
        look="danger"
        blocked={!understood}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={cancel}
      >
        <Switch label={t('exclusion.understand')} checked={understood} onChange={setUnderstood} />
      </Confirm>
    </Part>
  );
}
