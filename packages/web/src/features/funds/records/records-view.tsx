import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { DepositList } from './deposit-list.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

const kinds = ['deposits', 'withdrawals'] as const;

/** All that ever came in and went out; the statement says what that did to the balance. */
export function RecordsView({ kind }: { kind: string }) {
  const { t } = useTranslation('funds');
  const navigate = useNavigate();
  const shown = kinds.find((one) => one === kind) ?? 'deposits';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-s4">
        <Segmented
          label={t('tab.records')}
          value={shown}
          onChange={(next) => void navigate(`/profile/balance?records=${next}`, { replace: true })}
          className="min-w-[max(3rem,240px)] border border-line mobile:w-full"
          options={kinds.map((value) => ({ value, label: t(`record.${value}`) }))}
        />
        <ButtonLink to="/profile?section=statement" size="small">
          {t('record.statement')}
        </ButtonLink>
      </div>
      {shown === 'deposits' ? <DepositList title={t('record.deposits')} /> : <WithdrawalList title={t('record.withdrawals')} />}
    </>
  );
}
