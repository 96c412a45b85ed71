import type { Arriving as Payment } from '@assay/contract/endpoints/funds.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Address } from '../../../ui/address.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useArriving } from '../use-funds.ts';

/** What the chain has shown and is no deposit yet; nothing where there is nothing. */
export function Arriving() {
  const { t } = useTranslation('funds');
  const { data = [] } = useArriving();
  if (data.length === 0) return null;
  return (
    <Panel title={t('deposit.arriving')}>
      <ul aria-label={t('deposit.arriving')} className="flex flex-col divide-y divide-line px-s5 pb-s3">
        {data.map((payment) => (
          <Line key={payment.id} {...payment} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ coin, amount, networkName, hash, confirmations, needed, minimum, gathers }: Payment) {
  const { t } = useTranslation(['funds', 'codes']);
  const format = useFormat();
  const seen = t('funds:deposit.confirmed', { seen: format.integer(confirmations), needed: format.integer(needed) });
  return (
    <li className="flex flex-col gap-s2 py-s4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-s4 gap-y-s1">
        <bdi className="numbers font-semibold">{`${format.exactAmount(amount, coin)} ${coin}`}</bdi>
        <span className="text-caption text-muted">
          <bdi dir="ltr">{networkName}</bdi>
          {' · '}
          <bdi className="numbers">{seen}</bdi>
        </span>
      </div>
      <div className="text-caption text-muted">
        <Address>{hash}</Address>
      </div>
      {gathers ? (
        <p className="text-caption text-muted">
          {t('codes:11040', { coin, limit: format.exactAmount(minimum, coin) })}. {t('funds:deposit.gathers')}
        </p>
      ) : null}
    </li>
  );
}
