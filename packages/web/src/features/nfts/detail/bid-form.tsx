import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { type Amount, formatAmount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { BidDecision } from '@assay/domain/nfts/auction.ts';
import { Crown, TimerReset } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../../shared/client/session.ts';
import { useServerNow } from '../../../shared/feed/feed.ts';
import { useAvailable } from '../../../shared/trading/account.ts';
import { ToRealAccount } from '../../../shared/trading/demo-notice.tsx';
import { useStopped } from '../../../shared/trading/limits.ts';
import { StoppedButton } from '../../../shared/trading/stopped-button.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { pathOf } from '../gallery/piece-card.tsx';
import { type BidPreview, choicesOf, previewBid } from '../preview.ts';
import { useBuyNft } from '../use-buy-nft.ts';
import { useOwnPieces } from '../use-nfts.ts';
import { ConfirmBid, ConfirmPurchase } from './confirmations.tsx';

/** Offers a bid and, while there is none, the piece at once; shows what blocks either. */
export function BidForm({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const signedIn = useSession((session) => session.isLogin);
  const book = useBook();
  if (!signedIn) {
    return (
      <ButtonLink to="/pass/login" state={{ from: pathOf(piece.id) }} look="primary" block>
        {t('bid.signIn')}
      </ButtonLink>
    );
  }
  if (book === 'demo') {
    return (
      <div className="flex flex-col gap-s3">
        <ToRealAccount block />
        <p className="text-caption text-muted">{t('demo.title')}</p>
      </div>
    );
  }
  return <OpenForm piece={piece} />;
}

/** What is held for the person's own bid where that is the highest one. */
function useHeld(id: string): Amount {
  const own = useOwnPieces();
  const mine = own.data?.pages.flatMap((page) => page.items).find((each) => each.id === id);
  return parseAmount(mine?.held ?? '0', usdt) ?? nothing;
}

function OpenForm({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  /**
   * The bid that is asked about, as it was when the confirmation opened: another bid does not change the amount under the
   * finger.
   */
  const [asked, setAsked] = useState<{ amount: string; decision: BidDecision } | 'buyNow' | null>(null);
  const serverNow = useServerNow();
  const available = useAvailable().data;
  const held = useHeld(piece.id);
  const { send, busy, cancel } = useBuyNft(piece);
  const choices = choicesOf(piece);
  const amount = typed ?? piece.minimumBid;
  // Before the first quote the server's time is not known; the server decides by its own in any case.
  const now = serverNow ?? Date.parse(piece.endsAt) - 1;
  const preview = previewBid(amount, piece, { now, held, available });
  const money = (value: string) => `${format.exactAmount(value)} USDT`;

  const confirm = async (kind: 'bid' | 'buyNow', value: string) => {
    const sent = asked;
    if (await send({ kind, amount: value })) setTyped((stands) => (stands === typed ? null : stands));
    setAsked((stands) => (stands === sent ? null : stands));
  };
  return (
    <form
      className="flex flex-col gap-s4"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.blocker === null && preview.decision !== null) setAsked({ amount, decision: preview.decision });
      }}
    >
      {held === nothing ? null : (
        <p className="flex items-start gap-s2 rounded-middle bg-accent-soft px-s4 py-s3 text-accent">
          <Crown aria-hidden className="mt-[0.15em] size-[1.2em] shrink-0" />
          {t('bid.leads')}
        </p>
      )}
      <NumberField
        label={t('bid.amount')}
        value={amount}
        onChange={setTyped}
        decimals={2}
        unit="USDT"
        name="amount"
        aside={
          available === undefined ? undefined : (
            <>
              {t('bid.available')} <bdi dir="ltr" className="numbers">{`${format.amount(available)} USDT`}</bdi>
            </>
          )
        }
        hint={<bdi>{t(piece.currentBid === null ? 'bid.first' : 'bid.minimum', { amount: money(piece.minimumBid) })}</bdi>}
      />
      <div className="flex gap-s2 *:flex-1">
        {choices.map((choice) => {
          const value = formatAmount(choice, usdt);
          return (
            <Chip key={value} chosen={value === amount} onClick={() => setTyped(value)}>
              <bdi dir="ltr" className="numbers">
                {format.exactAmount(value)}
              </bdi>
            </Chip>
          );
        })}
      </div>
      <Submit preview={preview} raising={held !== nothing} minimum={money(piece.minimumBid)} busy={busy} />
      {piece.buyNowPrice === null ? null : (
        <div className="flex flex-col gap-s2 border-t border-line pt-s4">
          <Button block onClick={() => setAsked('buyNow')}>
            <bdi>{t('buy.now', { amount: money(piece.buyNowPrice) })}</bdi>
          </Button>
          <p className="text-caption text-muted">{t('buy.hint')}</p>
        </div>
      )}
      <p className="flex items-start gap-s2 text-caption text-muted">
        <TimerReset aria-hidden className="mt-[0.1em] size-[1.3em] shrink-0" />
        {t('bid.extends')}
      </p>
      {asked === null || asked === 'buyNow' ? null : (
        <ConfirmBid
          open
          onOpenChange={() => setAsked(null)}
          piece={piece}
          decision={asked.decision}
          held={held}
          available={available}
          busy={busy}
          onConfirm={() => void confirm('bid', asked.amount)}
          onCancel={cancel}
        />
      )}
      {piece.buyNowPrice === null ? null : (
        <ConfirmPurchase
          open={asked === 'buyNow'}
          onOpenChange={() => setAsked(null)}
          piece={piece}
          price={piece.buyNowPrice}
          available={available}
          busy={busy}
          onConfirm={() => void confirm('buyNow', piece.buyNowPrice ?? '')}
          onCancel={cancel}
        />
      )}
    </form>
  );
}

interface SubmitProps {
  preview: BidPreview;
  raising: boolean;
  minimum: string;
  busy: boolean;
}

function Submit({ preview: { blocker }, raising, minimum, busy }: SubmitProps) {
  const { t } = useTranslation('nfts');
  const stopped = useStopped();
  if (stopped !== null) return <StoppedButton limit={stopped} />;
  if (blocker !== null) {
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">{t(`bid.blocker.${blocker}`, { amount: minimum })}</span>
      </Button>
    );
  }
  return (
    <Button type="submit" look="primary" block busy={busy}>
      {t(raising ? 'bid.raise' : 'bid.place')}
    </Button>
  );
}
