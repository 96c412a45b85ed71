import { type DepositStatus, depositStatuses } from '@assay/contract/vocabulary/funds.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Address } from '../../../ui/address.tsx';
import { useDeposits } from '../use-funds.ts';
import { Proof } from './proof.tsx';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';

/** Reported deposits with their states. */
export function DepositList({ title }: { title: string }) {
  const { t } = useTranslation('funds');
  const [only, setOnly] = useState<DepositStatus | null>(null);
  const list = useDeposits(only);
  // A deposit can't be cancelled: the coins are under way already.
  const choose = (status: string | null) => setOnly(depositStatuses.find((one) => one === status) ?? null);
  return (
    <RecordList title={title} statuses={depositStatuses} only={only} onOnly={choose} list={list}>
      {(deposit) => (
        <RecordCard
          key={deposit.id}
          {...deposit}
          facts={[
            { name: t('record.number'), value: deposit.id },
            { name: t('network'), value: deposit.networkName },
            { name: t('deposit.address'), value: <Address>{deposit.address}</Address> },
            { name: t('hash'), value: <Address>{deposit.hash}</Address> },
          ]}
          action={deposit.proofId === null ? null : <Proof id={deposit.proofId} />}
        />
      )}
    </RecordList>
  );
}
