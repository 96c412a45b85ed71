import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/toasts/toast.tsx';
import { logOut } from './log-out.ts';

/** Logs out, shows it, and navigates to a public page. */
export function useLeave(): { leave(): Promise<void>; busy: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    const gone = logOut();
    void navigate('/');
    await gone;
    toast({ kind: 'info', title: t('account.loggedOut') });
  };
  return { leave, busy };
}
