import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../shared/client/move.ts';
import { useTellFailed } from '../../shared/tell-failed.ts';
import { useFormat } from '../../shared/words/format.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { useRefreshPieces } from './use-nfts.ts';

interface Wish {
  readonly kind: 'bid' | 'buyNow';
  readonly amount: string;
}

/** Bids or buys; true once it is taken. A press while one is under way is ignored. */
export function useBuyNft(piece: Pick<NftDetail, 'id' | 'title'>): {
  send(wish: Wish): Promise<boolean>;
  busy: boolean;
  cancel(): void;
} {
  const { t } = useTranslation('nfts');
  const tellFailed = useTellFailed();
  const refresh = useRefreshPieces();
  const format = useFormat();
  const move = useMove(calls.user.buyNft, piece.id);
  const send = async ({ kind, amount }: Wish) => {
    const price = `${format.exactAmount(amount)} USDT`;
    const summary = `${kind === 'bid' ? `${t('bid.place')} · ${price}` : t('buy.now', { amount: price })} · ${piece.title}`;
    try {
      const taken = await move.submit({ id: piece.id, kind, amount }, { summary });
      if (taken === undefined) return false;
      toast({ kind: 'success', title: t(kind === 'bid' ? 'follow.placed' : 'follow.bought'), text: piece.title });
      return true;
    } catch (error) {
      tellFailed(error, summary);
      return false;
    } finally {
      refresh();
    }
  };
  return { send, busy: move.isPending, cancel: move.cancel };
}
