import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { ShareCard } from '../../../shared/share/share-card.tsx';
import { checkLink, useSharedWords } from '../../../shared/share/shared-words.ts';
import { useAccountKey } from '../../../shared/trading/account.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, SkeletonRows, useErrorText } from '../../../ui/states.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

interface Shown {
  readonly code: string;
  readonly shared: SharedReceipt;
}

const shownBy = async (code: string): Promise<Shown> => ({ code, shared: await call(calls.index.checkReceipt, { code }) });

/** How a receipt is shown to others now; null where it is not. */
async function standing(id: string): Promise<Shown | null> {
  const share = await call(calls.user.shareOf, { id });
  return share === null ? null : shownBy(share.code);
}

/** Shares a receipt: nothing is public before the customer chooses it, and it can be revoked. */
export function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('share');
  const errorText = useErrorText();
  const client = useQueryClient();
  const queryKey = [...useAccountKey(), 'share', id];
  const { data: shown, isPending, error, refetch } = useQuery({ queryKey, queryFn: () => standing(id) });
  const [wanted, setWanted] = useState(true);
  const hides = shown?.shared.hidesAmounts ?? wanted;
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    await act().catch((problem: unknown) => toast({ kind: 'error', title: errorText(problem) }));
    setBusy(false);
  };
  const show = (hidesAmounts: boolean) =>
    attempt(async () => {
      const { code } = await call(calls.user.shareReceipt, { id, hidesAmounts });
      client.setQueryData(queryKey, await shownBy(code));
    });
  const takeBack = () =>
    attempt(async () => {
      await call(calls.user.revokeShare, { id });
      client.setQueryData(queryKey, null);
      toast({ kind: 'info', title: t('takenBack') });
      onClose();
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        shown === undefined ? null : shown === null ? (
          <Button look="primary" busy={busy} onClick={() => void show(hides)}>
            {t('make')}
          </Button>
        ) : (
          <Button look="danger" busy={busy} onClick={() => void takeBack()}>
            {t('takeBack')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-s5">
        {isPending ? <SkeletonRows rows={2} /> : null}
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {shown === undefined ? null : (
          <Switch label={t('hide')} checked={hides} onChange={(next) => (shown === null ? setWanted(next) : void show(next))} />
        )}
        {shown ? <Preview {...shown} /> : null}
      </div>
    </Dialog>
  );
}

function Preview({ code, shared }: Shown) {
  const { t } = useTranslation('share');
  const words = useSharedWords();
  const { title, figure, text, rows } = words(shared);
  const content = JSON.stringify({ title, figure, text, rows });
  // Redrawn when its content changes, not on each view.
  const card = useMemo(() => {
    const { figure: large, ...rest } = JSON.parse(content) as {
      title: string;
      figure?: string;
      text: string;
      rows: [string, string][];
    };
    return { ...rest, ...(large === undefined ? {} : { figure: large }), hint: t('hint'), code, link: checkLink(code) };
  }, [content, code, t]);
  return <ShareCard copies card={card} file={`assay-${shared.receipt.kind}.png`} />;
}
