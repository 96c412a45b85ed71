import type { Refused } from '@assay/domain/positions/refused.ts';
import { useTranslation } from 'react-i18next';

/** Why an order can't be accepted, in the words of the server's refusal. */
export function WhyNot({ refused: { refused } }: { refused: Refused }) {
  const { t } = useTranslation('codes');
  return (
    <p role="alert" className="mt-s3 text-caption font-medium text-danger">
      {t(refused)}
    </p>
  );
}
