import { type FormOptions, useFormIn } from '@assay/contract/form.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../ui/states.tsx';

/** A form in the words of the site. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { t } = useTranslation('codes');
  return useFormIn({ ofCode: t, ofProblem: useErrorText() }, options);
}
