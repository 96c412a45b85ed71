import { useTranslation } from 'react-i18next';
import { useErrorText, useProblemTitle } from '../ui/states.tsx';
import { toast } from '../ui/toasts/toast.tsx';

/** Reports the outcome of a failed press, and which it was: others may be in flight, or shown. */
export function useTellFailed(): (problem: unknown, what: string, refused?: string) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const problemTitle = useProblemTitle();
  return (problem, what, refused = t('outbox.notDone')) => {
    toast({ kind: 'error', title: problemTitle(problem, refused), text: `${what} · ${errorText(problem)}` });
  };
}
