import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { fetchFile } from '../../../shared/client/api.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

/** Takes the signed agreement of a loan away. A second press while one is on its way is ignored. */
export function useAgreementFile({ id, loanNo }: Loan): { download(): Promise<void>; busy: boolean } {
  const { t } = useTranslation('loan');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { name, content } = await fetchFile(calls.user.loanAgreement, { id });
      const url = URL.createObjectURL(content);
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      toast({ kind: 'error', title: t('follow.refused'), text: `${loanNo} · ${errorText(error)}` });
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}
