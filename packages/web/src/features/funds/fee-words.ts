import type { WithdrawalFee } from '@assay/contract/endpoints/funds.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/words/format.ts';

/** What a withdrawal of a coin costs, in words: its share, and what that is no less and no more than. */
export function useFeeWords(): (fee: WithdrawalFee, coin: string) => string {
  const { t } = useTranslation('funds');
  const format = useFormat();
  return ({ rate, min, max }, coin) => {
    const sum = (amount: string | null) => (amount === null ? '' : `${format.exactAmount(amount, coin)} ${coin}`);
    const values = { rate: format.rate(rate), min: sum(min), max: sum(max) };
    if (min !== null && max !== null) return t('fees.both', values);
    if (min !== null) return t('fees.min', values);
    return max === null ? values.rate : t('fees.max', values);
  };
}
