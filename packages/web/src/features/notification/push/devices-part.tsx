import type { PushDevice } from '@assay/contract/endpoints/push.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import type { Ability } from './device.ts';
import { useDevices } from './use-devices.ts';

/** Which devices receive notifications while the site is closed, and whether this one does. */
export function DevicesPart() {
  const { t } = useTranslation('notifications');
  const { list, standing, add, remove } = useDevices();
  if (list.data === undefined || standing === undefined) {
    if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    return <SkeletonRows rows={2} className="p-s5" />;
  }
  const { key, items } = list.data;
  const isTold = standing.hasAddress && items.some(({ current }) => current);
  return (
    <section aria-label={t('push.title')} className="flex flex-col gap-s3 border-b border-line px-s5 pb-s4 mobile:px-side">
      <h3 className="font-semibold">{t('push.title')}</h3>
      <p className="text-caption text-muted">{t('push.text')}</p>
      {standing.ability === 'can' ? (
        isTold ? null : (
          <Button busy={add.busy} onClick={() => add.run(key)} className="self-start mobile:self-stretch">
            {t('push.add')}
          </Button>
        )
      ) : (
        <Obstacle ability={standing.ability} />
      )}
      {items.length === 0 ? null : (
        <ul aria-label={t('push.devices')} className="flex flex-col divide-y divide-line">
          {items.map((one) => (
            <Device key={one.id} device={one} busy={remove.busy === one.id} onRemove={() => remove.run(one)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Obstacle({ ability }: { ability: Exclude<Ability, 'can'> }) {
  const { t } = useTranslation('notifications');
  return (
    <p role="note" className="rounded-middle bg-surface-2 px-s4 py-s3">
      {t(`push.${ability}`)}
    </p>
  );
}

function Device({
  device: { device, addedAt, current },
  busy,
  onRemove,
}: {
  device: PushDevice;
  busy: boolean;
  onRemove(): void;
}) {
  const { t } = useTranslation('notifications');
  const { dateTime } = useFormat();
  const name = device === '' ? t('push.unknown') : device;
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-s4 py-s3">
      <Icon aria-hidden className="mt-[0.15em] size-icon shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <span className="flex flex-wrap items-center gap-x-s3 gap-y-s1 font-medium">
          <bdi>{name}</bdi>
          {current ? <Badge tone="accent">{t('push.current')}</Badge> : null}
        </span>
        <span className="text-caption text-muted numbers">{t('push.since', { time: dateTime(addedAt) })}</span>
      </div>
      <Button size="small" busy={busy} aria-label={t('push.removeNamed', { device: name })} onClick={onRemove}>
        {t('push.remove')}
      </Button>
    </li>
  );
}
