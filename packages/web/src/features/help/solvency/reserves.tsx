import type { PublicSolvency } from '@assay/contract/endpoints/solvency.ts';
import { chainNames } from '@assay/contract/vocabulary/chain-names.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Address } from '../../../ui/address.tsx';
import { CopyButton } from '../../../ui/share/copy-button.tsx';

/** Addresses of the house's own, each with what its key has signed: any wallet can check it. */
export function Reserves({ reserves }: Pick<PublicSolvency, 'reserves'>) {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  if (reserves.length === 0) return null;
  return (
    <div className="flex flex-col gap-s3">
      <h3 className="font-semibold">{t('solvency.reserves')}</h3>
      <p className="max-w-[max(7.2rem,320px)] text-caption text-muted">{t('solvency.reservesText')}</p>
      <ul className="flex flex-col gap-s3">
        {reserves.map(({ chain, address, label, message, signature, declaredAt }) => (
          <li key={address} className="rounded-large border border-line bg-surface-1 p-s5">
            <details className="text-caption">
              <summary className="disclosure cursor-pointer rounded-small">
                <bdi className="font-medium">{label}</bdi>
                <span className="text-muted">
                  {' · '}
                  <bdi>{chainNames[chain]}</bdi>
                  {' · '}
                  <bdi>{format.date(declaredAt)}</bdi>
                </span>
              </summary>
              <dl className="mt-s4 flex flex-col gap-s3">
                {(
                  [
                    ['address', address],
                    ['message', message],
                    ['signature', signature],
                  ] as const
                ).map(([name, text]) => (
                  <div key={name} className="flex flex-col gap-s1">
                    <dt className="text-muted">{t(`solvency.${name}`)}</dt>
                    <dd className="flex items-start justify-between gap-s3 *:first:min-w-0 *:last:shrink-0">
                      {name === 'address' ? (
                        <Address>{text}</Address>
                      ) : (
                        <bdi dir="ltr" className="numbers min-w-0 break-all">
                          {text}
                        </bdi>
                      )}
                      <CopyButton text={text} label={t('solvency.copy')} copied={t('solvency.copied')} />
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
