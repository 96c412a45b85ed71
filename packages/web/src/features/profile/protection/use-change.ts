import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { useLimitsKey } from '../../../shared/trading/limits.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

interface Change {
  readonly busy: boolean;
  /**
   * Sends a change and shows the resulting state, after a timeout whether it is the change or not; a second one while the first
   * is under way is dropped. True when it is done.
   */
  change(send: (signal: AbortSignal) => Promise<Limits>, stands: (limits: Limits) => boolean): Promise<boolean>;
  /** Cancels what is under way: it may have been accepted already, which is checked too. */
  cancel(): void;
}

export function useChange(): Change {
  const { t } = useTranslation('limits');
  const client = useQueryClient();
  const queryKey = useLimitsKey();
  const errorText = useErrorText();
  const underWay = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const change: Change['change'] = async (send, stands) => {
    if (underWay.current !== null) return false;
    const sending = new AbortController();
    underWay.current = sending;
    setBusy(true);
    try {
      await setAndSee({
        send: () => send(sending.signal),
        look: () => call(calls.user.limits, {}),
        stands,
        show: (limits) => void client.setQueryData(queryKey, limits),
        signal: sending.signal,
      });
      toast({ id: 'limits', kind: 'success', title: t('saved') });
      return true;
    } catch (error) {
      if (!sending.signal.aborted) toast({ id: 'limits', kind: 'error', title: errorText(error) });
      void client.invalidateQueries({ queryKey });
      return false;
    } finally {
      underWay.current = null;
      setBusy(false);
    }
  };
  return { busy, change, cancel: () => underWay.current?.abort() };
}

/** How long a loosening waits, in words. */
export function useWait({ looseningSeconds }: Limits): string {
  const format = useFormat();
  const minutes = Math.ceil(looseningSeconds / 60);
  return minutes < 60 ? format.span(minutes, 'min') : format.span(Math.round(minutes / 60), 'hour');
}
