import { ApiRefusal } from '@assay/contract/client.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useSession } from '../../../shared/client/session.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useForm } from '../../../shared/form.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useDeleteAlert, usePriceAlerts } from '../../../shared/trading/market/price-alerts.ts';
import { refreshNotifications, useNotificationsKey } from '../../../shared/trading/notifications.ts';
import { distanceText } from '../../../shared/words/distance.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { directionOf, priceAt } from './alert-price.ts';

const distances = [-5, -1, 1, 5];

/** Sets a price alert on an instrument and shows those that wait. The price says from which side it is to be reached. */
export function AlertDialog({ info, onClose }: { info: MarketInfo; onClose(): void }) {
  const { t } = useTranslation('notifications');
  const isLogin = useSession((session) => session.isLogin);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('alert.open', { name: info.appName })}
      description={isLogin ? t('alert.text') : t('alert.signedOut')}
    >
      {isLogin ? (
        <div className="flex flex-col gap-s5">
          <AlertForm info={info} />
          <Waiting code={info.code} />
        </div>
      ) : (
        <ButtonLink to="/pass/login" look="primary" block>
          {t('alert.signIn')}
        </ButtonLink>
      )}
    </Dialog>
  );
}

function AlertForm({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const quote = useQuote(info.code);
  const now = quote?.price ?? info.nowPrice;
  const { control, change, direction, submit, busy } = useAlertForm(info, now);
  const show = (text: string) => format.price(text, info.priceScale);
  return (
    <form
      noValidate
      className="flex flex-col gap-s4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NumberField
        label={t('alert.price')}
        aside={
          <bdi className="numbers">
            {t('alert.now', { bid: show(quote?.bid ?? info.bid), ask: show(quote?.ask ?? info.ask) })}
          </bdi>
        }
        {...control('price')}
        decimals={info.priceScale}
        unit={info.quote}
        {...(direction === null ? {} : { hint: t(`alert.${direction}`) })}
      />
      <div role="group" aria-label={t('alert.quick')} dir="ltr" className="grid grid-cols-4 gap-s2">
        {distances.map((percent) => (
          <Chip key={percent} disabled={now === ''} onClick={() => change('price', priceAt(now, percent, info.priceScale))}>
            <bdi dir="ltr">{distanceText(format, percent)}</bdi>
          </Chip>
        ))}
      </div>
      <Button type="submit" look="primary" block busy={busy}>
        {t('alert.set')}
      </Button>
    </form>
  );
}

function useAlertForm(info: MarketInfo, now: string) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const client = useQueryClient();
  const key = useNotificationsKey();
  const tellFailed = useTellFailed();
  const whatOf = (price: string) => `${t('kind.priceAlert.title')} · ${info.code} · ${format.price(price, info.priceScale)}`;
  const move = useMove(calls.user.createPriceAlert);
  const form = useForm({
    values: { price: '' },
    check: ({ price }) => (directionOf(price, now) === null ? { price: t('alert.enter') } : {}),
    send: async ({ price }) => {
      const direction = directionOf(price, now);
      if (direction === null) return;
      try {
        const made = await move.submit({ code: info.code, direction, price }, { summary: whatOf(price) });
        if (made === undefined) return;
        toast({ kind: 'success', title: t('alert.done', { price: format.price(made.price) }) });
        form.resetSent({ price });
      } catch (problem) {
        if (problem instanceof ApiRefusal) throw problem;
        tellFailed(problem, whatOf(price));
      } finally {
        refreshNotifications(client, key);
      }
    },
    what: ({ price }) => whatOf(price),
    fieldOf: () => 'price',
  });
  return { ...form, direction: directionOf(form.typed.price, now), busy: form.busy || move.isPending };
}

function Waiting({ code }: { code: string }) {
  const { t } = useTranslation('notifications');
  const alerts = usePriceAlerts(code).data ?? [];
  const { mutate: remove } = useDeleteAlert();
  if (alerts.length === 0) return null;
  return (
    <section className="flex flex-col gap-s2">
      <h3 className="text-caption font-medium text-muted">{t('alert.mine')}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {alerts.map((alert) => (
          <WaitingAlert key={alert.id} alert={alert} onDelete={() => remove(alert.id)} />
        ))}
      </ul>
    </section>
  );
}

function WaitingAlert({ alert, onDelete }: { alert: PriceAlert; onDelete(): void }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  return (
    <li className="flex items-center justify-between gap-s3 py-s1">
      <span>
        {t(`alerts.${alert.direction}`)} <bdi className="numbers font-medium">{format.price(alert.price)}</bdi>
      </span>
      <IconButton
        label={t('alerts.delete', { price: format.price(alert.price) })}
        onClick={onDelete}
        className="size-control-small"
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
