import { ApiRefusal } from '@assay/contract/client.ts';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { toast } from '../../../ui/toasts/toast.tsx';

type Request = InputOf<(typeof loanCalls)['loan']>;

interface Requesting {
  /** Submits a signed request and reports the outcome; true once it is submitted. */
  request(loan: Request, signature: Blob): Promise<boolean>;
  readonly busy: boolean;
  cancel(): void;
}

export function useRequestLoan(): Requesting {
  const { t } = useTranslation(['loan', 'codes']);
  const tellFailed = useTellFailed();
  const client = useQueryClient();
  const refresh = useRefreshAccount();
  const format = useFormat();
  const move = useMove(calls.user.loan);
  const request = async (loan: Request, signature: Blob) => {
    const summary = `${t('title')} · ${format.exactAmount(loan.amount)} USDT`;
    try {
      const asked = await move.submit(loan, { summary, images: { signature } });
      if (asked !== undefined) toast({ kind: 'success', title: t('codes:20001'), text: t('follow.submitted') });
      return asked !== undefined;
    } catch (error) {
      tellFailed(error, summary);
      // Terms that have changed meanwhile are shown as they are now.
      if (error instanceof ApiRefusal) void client.invalidateQueries({ queryKey: ['loan'] });
      return false;
    } finally {
      refresh();
    }
  };
  return { request, busy: move.isPending, cancel: move.cancel };
}
