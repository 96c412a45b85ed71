import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Address } from '../../../ui/address.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { CopyButton } from '../../../ui/share/copy-button.tsx';
import { QrCode } from '../../../ui/share/qr-code.tsx';
import { Note } from '../note.tsx';

/** The address of a coin on a network, with all that has to be known before something is sent there. */
export function ReceiveAddress({ network }: { network: DepositCoin }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  const { coin, networkName, address, qrText, minimum, confirmations, sample } = network;
  return (
    <>
      {sample ? (
        <Note look="info" title={t('sandbox.title')}>
          {t('sandbox.text')}
        </Note>
      ) : null}
      <Note look="warn" title={<bdi>{t('deposit.warnTitle', { coin, network: networkName })}</bdi>}>
        {t('deposit.warn')}
      </Note>
      <div className="grid items-center gap-s5 mobile:justify-items-center desktop:grid-cols-[max(1.8rem,150px)_minmax(0,1fr)]">
        <div className="w-[max(1.8rem,150px)] overflow-hidden rounded-middle">
          <QrCode text={qrText} label={t('deposit.qr')} />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-s3 mobile:w-full mobile:items-stretch">
          <span className="text-caption font-medium text-muted">{t('deposit.address')}</span>
          <code dir="ltr" className="font-sans text-emphasis rtl:text-end">
            <Address>{address}</Address>
          </code>
          <CopyButton text={address} label={t('copy')} copied={t('copied')} />
        </div>
      </div>
      <Figures
        dense
        className="border-t border-line pt-s4"
        figures={[
          { name: t('deposit.minimum'), value: `${format.exactAmount(minimum, coin)} ${coin}` },
          { name: t('deposit.confirmations'), value: format.integer(confirmations) },
          { name: t('fee'), value: t('deposit.free') },
        ]}
      />
    </>
  );
}
