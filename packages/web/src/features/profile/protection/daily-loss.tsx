import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { decideDailyLoss } from '@assay/domain/limits/protection.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useForm } from '../../../shared/form.ts';
import { useMoment } from '../../../shared/trading/limits.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Part } from './part.tsx';
import { useChange, useWait } from './use-change.ts';

/** What a day may cost: the limit, what of it is used, and how it is changed. */
export function DailyLoss({ limits }: { limits: Limits }) {
  const { t } = useTranslation('limits');
  const words = useTranslation('codes').t;
  const format = useFormat();
  const { limit, used } = limits.dailyLoss;
  const { busy, change, cancel } = useChange();
  const wait = useWait(limits);
  /** What is to be confirmed: a new limit, or none. */
  const [asked, setAsked] = useState<{ limit: string | null; waits: boolean }>();

  const current = limit === null ? null : (parseAmount(limit, usdt) ?? null);
  const decide = (next: string | null) => decideDailyLoss(next, current, { now: 0, waitMs: 1 });
  const ask = (next: string | null) => {
    const decision = decide(next);
    if (!isRefused(decision)) setAsked({ limit: next, waits: decision.effectiveAt > 0 });
  };
  const { control, error, submit, reset } = useForm({
    values: { limit: '' },
    check: (typed) => (isRefused(decide(typed.limit)) ? { form: words('11135') } : {}),
    send: async (typed) => ask(typed.limit),
  });
  const send = async () => {
    if (asked === undefined) return;
    const same = (found: string | null) =>
      found === null || asked.limit === null
        ? found === asked.limit
        : parseAmount(found, usdt) === parseAmount(asked.limit, usdt);
    const done = await change(
      (signal) => call(calls.user.setDailyLoss, { limit: asked.limit }, { signal }),
      // A looser one waits before it counts.
      ({ dailyLoss }) => same(dailyLoss.pending === null ? dailyLoss.limit : dailyLoss.pending.limit),
    );
    setAsked(undefined);
    if (done) reset();
  };
  const lifts = asked?.limit === null;
  return (
    <Part
      title={t('daily.title')}
      text={t('daily.text')}
      state={
        <Badge tone={limits.blocked.real?.code === '11130' ? 'warn' : 'neutral'}>
          {limit === null
            ? t('daily.usedNone', { used: format.amount(used) })
            : t('daily.used', { used: format.amount(used), limit: format.amount(limit) })}
        </Badge>
      }
    >
      {limit === null ? null : <Meter used={used} limit={limit} />}
      <Pending limits={limits} />
      <form
        noValidate
        className="flex max-w-[max(5.4rem,440px)] items-end gap-s3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NumberField
          label={t('daily.label')}
          {...control('limit')}
          decimals={2}
          unit="USDT"
          placeholder={limit === null ? t('daily.none') : format.amount(limit)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" busy={busy} className="shrink-0">
          {t('daily.set')}
        </Button>
      </form>
      {error('form') === undefined ? null : (
        <p role="alert" className="text-caption text-danger">
          {error('form')}
        </p>
      )}
      {limit === null ? null : (
        <Button size="small" className="self-start" onClick={() => ask(null)}>
          {t('daily.lift')}
        </Button>
      )}
      <Confirm
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={lifts ? t('daily.liftTitle') : t('daily.confirmTitle', { limit: format.amount(asked?.limit) })}
        description={asked?.waits === true ? t('daily.looser', { wait }) : t('daily.tighter')}
        confirm={t(lifts ? 'daily.lift' : 'daily.set')}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={cancel}
      />
    </Part>
  );
}

/** How much of the limit is used. */
function Meter({ used, limit }: { used: string; limit: string }) {
  const share = Math.min(100, (Number(used) / Number(limit)) * 100);
  return (
    <div aria-hidden className="h-[6px] max-w-[max(5.4rem,440px)] overflow-hidden rounded-small bg-surface-3">
      <span className={share < 100 ? 'block h-full bg-accent-fill' : 'block h-full bg-warn'} style={{ width: `${share}%` }} />
    </div>
  );
}

function Pending({ limits: { dailyLoss } }: { limits: Limits }) {
  const { t } = useTranslation('limits');
  const format = useFormat();
  const moment = useMoment();
  if (dailyLoss.pending === null) return null;
  const { limit, effectiveAt } = dailyLoss.pending;
  const time = moment(effectiveAt);
  return (
    <p className="text-caption text-warn">
      {limit === null ? t('daily.pendingNone', { time }) : t('daily.pending', { time, limit: format.amount(limit) })}
    </p>
  );
}
