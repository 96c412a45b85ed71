import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Money } from '../../../shared/words/money.tsx';
import { Address } from '../../../ui/address.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

/** What the piece is: who made it, where it is recorded, and whom it is sold for. */
export function Facts({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  const copy = async () => {
    await navigator.clipboard.writeText(piece.address);
    toast({ kind: 'success', title: t('facts.copied') });
  };
  return (
    <Panel title={t('facts.title')}>
      <dl className="flex flex-col divide-y divide-line px-s5 pt-s3 pb-s4">
        <Fact name={t('facts.creator')}>
          <bdi>{piece.creator}</bdi>
        </Fact>
        <Fact name={t('facts.chain')}>
          <bdi>{piece.chain}</bdi>
        </Fact>
        <Fact name={t('facts.address')}>
          <span className="flex min-w-0 items-center justify-end gap-s1">
            <span className="min-w-0 text-right text-caption rtl:text-left">
              <Address>{piece.address}</Address>
            </span>
            <IconButton label={t('facts.copy')} onClick={() => void copy()} className="-my-s2 size-control-small">
              <Copy aria-hidden />
            </IconButton>
          </span>
        </Fact>
        <Fact name={t('facts.starts')}>
          <bdi className="numbers">{format.dateTime(piece.startsAt)}</bdi>
        </Fact>
        <Fact name={t('facts.ends')}>
          <bdi className="numbers">{format.dateTime(piece.endsAt)}</bdi>
        </Fact>
        <Fact name={t('facts.charity')}>
          <bdi>{piece.charity}</bdi>
        </Fact>
        <Fact name={t('facts.donation')}>
          <Money value={piece.cumulativeDonation} className="font-semibold text-accent" />
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-s5 py-s3">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  );
}
