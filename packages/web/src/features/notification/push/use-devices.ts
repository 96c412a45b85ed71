import type { PushDevices } from '@assay/contract/endpoints/push.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { useNotificationsKey } from '../../../shared/trading/notifications.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { type Standing, askForAddress, forgetAddress, rememberAddress, standingOfBrowser } from './device.ts';

/** Devices that receive notifications while the site is closed, the state of this browser, and the acts on both. */
export function useDevices() {
  const client = useQueryClient();
  const queryKey = [...useNotificationsKey(), 'devices'];
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call(calls.user.pushDevices, {}, { signal }) });
  const { standing, look } = useStanding();
  const show = (found: PushDevices) => void client.setQueryData(queryKey, found);
  const add = useAdd(show, look);
  const remove = useRemove(show, () => void client.invalidateQueries({ queryKey }));
  return { list, standing, add, remove };
}

/** The browser's own settings are read again when the page becomes visible. */
function useStanding(): { standing: Standing | undefined; look(): void } {
  const [standing, setStanding] = useState<Standing>();
  const look = useCallback(() => {
    void standingOfBrowser().then(setStanding);
  }, []);
  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [look]);
  return { standing, look };
}

/** Begins on a press: the browser asks the person for the permission then, and at no other time. */
function useAdd(show: (found: PushDevices) => void, look: () => void) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: async (houseKey: string) => {
      const given = await askForAddress(houseKey).catch(() => undefined);
      if (given === null) return;
      if (given === undefined) {
        toast({ id: 'devices', kind: 'error', title: t('push.failed') });
        return;
      }
      await setAndSee({
        send: () => call(calls.user.addPushDevice, given),
        look: () => call(calls.user.pushDevices, {}),
        stands: ({ items }) => items.some(({ current }) => current),
        show,
      });
      rememberAddress(given);
    },
    onError: (error) => toast({ id: 'devices', kind: 'error', title: errorText(error) }),
    onSettled: look,
  });
  return { run: mutate, busy: isPending };
}

function useRemove(show: (found: PushDevices) => void, refresh: () => void) {
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, current }: PushDevices['items'][number]) => {
      await setAndSee({
        send: () => call(calls.user.removePushDevice, { id }),
        look: () => call(calls.user.pushDevices, {}),
        stands: ({ items }) => items.every((one) => one.id !== id),
        show,
      });
      if (current) forgetAddress();
    },
    onError: (error) => {
      toast({ id: 'devices', kind: 'error', title: errorText(error) });
      refresh();
    },
  });
  return { run: mutate, busy: isPending ? variables.id : undefined };
}
