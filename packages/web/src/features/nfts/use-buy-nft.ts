import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../shared/client/move.ts';
import { useErrorText } from '../../ui/states.tsx';
import { dismissToast, toast } from '../../ui/toast.tsx';
import { useRefreshPieces } from './use-nfts.ts';

interface Wish {
  readonly kind: 'bid' | 'buyNow';
  readonly amount: string;
}

/** Bids or buys, and follows it in one toast; true once it is taken. A press while one is under way is ignored. */
export function useBuyNft(piece: Pick<NftDetail, 'id' | 'title'>): { send(wish: Wish): Promise<boolean>; busy: boolean } {
  const { t } = useTranslation('nfts');
  const errorText = useErrorText();
  const refresh = useRefreshPieces();
  const move = useMove(calls.user.buyNft);
  const send = async ({ kind, amount }: Wish) => {
    const id = toast({ kind: 'progress', title: t('follow.submitting'), text: piece.title });
    try {
      const taken = await move.submit({ id: piece.id, kind, amount });
      if (taken === undefined) {
        dismissToast(id);
        return false;
      }
      toast({ id, kind: 'success', title: t(kind === 'bid' ? 'follow.placed' : 'follow.bought'), text: piece.title });
      return true;
    } catch (error) {
      toast({ id, kind: 'error', title: t('follow.refused'), text: errorText(error) });
      return false;
    } finally {
      refresh();
    }
  };
  return { send, busy: move.isPending };
}
