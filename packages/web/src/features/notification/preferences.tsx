import type { NotificationPreference } from '@assay/contract/endpoints/notification.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { useNotificationsKey } from '../../shared/trading/notifications.ts';
import { ErrorState, SkeletonRows, useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { DevicesPart } from './push/devices-part.tsx';

/** Which events notify on the site, by mail and on devices, and on which devices. Each choice takes effect at once. */
export function Preferences() {
  const { t } = useTranslation('notifications');
  const { list, choose } = usePreferences();
  if (list.data === undefined) {
    if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    return <SkeletonRows rows={8} className="p-s5" />;
  }
  return (
    <div className="flex flex-col gap-s3 py-s4">
      <DevicesPart />
      <p className="px-s5 text-caption text-muted mobile:px-side">{t('settings.text')}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-caption text-muted">
            <th scope="col" className="py-s2 ps-s5 text-start font-medium mobile:ps-side">
              {t('settings.kind')}
            </th>
            <th scope="col" className="px-s3 py-s2 text-center font-medium">
              {t('settings.site')}
            </th>
            <th scope="col" className="px-s3 py-s2 text-center font-medium">
              {t('settings.mail')}
            </th>
            <th scope="col" className="py-s2 ps-s3 pe-s5 text-center font-medium mobile:pe-side">
              {t('settings.push')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.data.map((preference) => (
            <Row key={preference.kind} preference={preference} onChoose={choose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  preference: NotificationPreference;
  onChoose(preference: NotificationPreference): void;
}

function Row({ preference, onChoose }: RowProps) {
  const { t } = useTranslation('notifications');
  const { kind, inApp, mail, push } = preference;
  const name = t(`kind.${kind}.title`);
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-s2 ps-s5 text-start font-normal mobile:ps-side">
        {name}
      </th>
      <Tick
        label={`${name}: ${t('settings.site')}`}
        checked={inApp}
        onChange={(checked) => onChoose({ ...preference, inApp: checked })}
      />
      <Tick
        label={`${name}: ${t('settings.mail')}`}
        checked={mail}
        onChange={(checked) => onChoose({ ...preference, mail: checked })}
      />
      <Tick
        label={`${name}: ${t('settings.push')}`}
        checked={push}
        onChange={(checked) => onChoose({ ...preference, push: checked })}
      />
    </tr>
  );
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <td className="px-s3 text-center last:pe-s5 mobile:last:pe-side">
      <label className="inline-flex size-control-small items-center justify-center mobile:size-control">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-[1.25em] accent-(--accent-fill)"
        />
      </label>
    </td>
  );
}

function usePreferences() {
  const client = useQueryClient();
  const errorText = useErrorText();
  const queryKey = [...useNotificationsKey(), 'preferences'];
  // Shown before the server has answered: a tick that waits feels broken.
  const [asked, setAsked] = useState<readonly NotificationPreference[]>([]);
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.user.notificationPreferences, {}, { signal }),
    select: (known) => known.map((one) => asked.findLast(({ kind }) => kind === one.kind) ?? one),
  });
  const { mutate } = useMutation({
    mutationFn: (preference: NotificationPreference) =>
      setAndSee({
        send: () => call(calls.user.setNotificationPreference, preference),
        look: () => call(calls.user.notificationPreferences, {}),
        stands: (known) =>
          known.some(
            ({ kind, inApp, mail, push }) =>
              kind === preference.kind && inApp === preference.inApp && mail === preference.mail && push === preference.push,
          ),
        show: (known) => void client.setQueryData(queryKey, known),
      }),
    onError: (error) => {
      toast({ id: 'preferences', kind: 'error', title: errorText(error) });
      void client.invalidateQueries({ queryKey });
    },
    onSettled: (_, __, preference) => setAsked((known) => known.filter((one) => one !== preference)),
  });
  const choose = (preference: NotificationPreference) => {
    setAsked((known) => [...known, preference]);
    mutate(preference);
  };
  return { list, choose };
}
