import { type FormOptions, useFormIn } from '@assay/contract/form.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../ui/states.tsx';
import { toast } from '../ui/toasts/toast.tsx';
import { useTellFailed } from './tell-failed.ts';

/** A form in the words of the site. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { t } = useTranslation('codes');
  const ofProblem = useErrorText();
  const tellFailed = useTellFailed();
  const tell = (problem: unknown, what?: string) =>
    what === undefined ? void toast({ kind: 'error', title: ofProblem(problem) }) : tellFailed(problem, what);
  return useFormIn({ ofCode: t, ofProblem, tell }, options);
}
