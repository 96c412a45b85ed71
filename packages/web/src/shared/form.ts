import { type FormOptions, useFormIn } from '@assay/contract/form.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../ui/states.tsx';
import { toast } from '../ui/toasts/toast.tsx';

/** A form in the words of the site. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { t } = useTranslation('codes');
  const ofProblem = useErrorText();
  const tell = (problem: unknown) => void toast({ kind: 'error', title: ofProblem(problem) });
  return useFormIn({ ofCode: t, ofProblem, tell }, options);
}
