import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/toasts/toast.tsx';
import { logOut } from './log-out.ts';

/** Logs out, says so, and leads to where everybody may be. */
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
