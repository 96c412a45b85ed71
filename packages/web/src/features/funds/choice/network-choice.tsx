import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { waitingMinutes } from '@assay/domain/funds/waiting-time.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';

interface Offered {
  readonly coin: string;
  readonly network: string;
  readonly networkName: string;
  readonly chain: Chain;
  readonly minimum: string;
  readonly confirmations: number;
}

interface NetworkProps<One extends Offered> {
  networks: readonly One[];
  chosen: Offered;
  /** What moving the coin costs, in words; null where it is free. */
  fee: ((network: One) => string) | null;
  onChoose(network: string): void;
}

/** The networks of a coin; the advantages of each are beside its name. */
export function NetworkChoice<One extends Offered>({ networks, chosen, fee, onChoose }: NetworkProps<One>) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-s2">
      <span className="text-caption font-medium text-muted">{t('network')}</span>
      <div role="radiogroup" aria-label={t('network')} className="flex flex-col gap-s2">
        {networks.map((one) => (
          <label
            key={one.network}
            className={cx(
              'flex min-h-control cursor-pointer flex-wrap items-center justify-between gap-x-s4 gap-y-[2px] rounded-middle border px-s4 py-s2 transition-quick has-focus-visible:outline-2 has-focus-visible:outline-accent',
              one.network === chosen.network ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="network"
              className="sr-only"
              aria-label={one.networkName}
              checked={one.network === chosen.network}
              onChange={() => onChoose(one.network)}
            />
            <bdi dir="ltr" className={cx('font-medium', one.network === chosen.network && 'text-accent')}>
              {one.networkName}
            </bdi>
            <span className="flex flex-wrap gap-x-s3 text-caption text-muted">
              <bdi className="numbers">
                {t('choice.least', { amount: `${format.exactAmount(one.minimum, one.coin)} ${one.coin}` })}
              </bdi>
              <bdi>{t('choice.about', { time: format.span(waitingMinutes(one.chain, one.confirmations), 'min') })}</bdi>
              {fee === null ? null : <bdi>{t('choice.fee', { fee: fee(one) })}</bdi>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
