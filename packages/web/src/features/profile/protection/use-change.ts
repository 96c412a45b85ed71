import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLimitsKey } from '../../../shared/trading/limits.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Sends a change and takes over what it answers; a second one while the first is under way is dropped. True when it is done. */
export function useChange(): { readonly busy: boolean; change(send: () => Promise<Limits>): Promise<boolean> } {
  const { t } = useTranslation('limits');
  const client = useQueryClient();
  const queryKey = useLimitsKey();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const change = async (send: () => Promise<Limits>) => {
    if (busy) return false;
    setBusy(true);
    try {
      client.setQueryData(queryKey, await send());
      toast({ id: 'limits', kind: 'success', title: t('saved') });
      return true;
    } catch (error) {
      toast({ id: 'limits', kind: 'error', title: errorText(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}

/** How long a loosening waits, in words. */
export function useWait({ looseningSeconds }: Limits): string {
  const format = useFormat();
  const minutes = Math.ceil(looseningSeconds / 60);
  return minutes < 60 ? format.span(minutes, 'min') : format.span(Math.round(minutes / 60), 'hour');
}
