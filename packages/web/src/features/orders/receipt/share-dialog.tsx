import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { ShareCard } from '../../../shared/share/share-card.tsx';
import { checkLink, useSharedWords } from '../../../shared/share/shared-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/states.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

interface Shown {
  readonly code: string;
  readonly shared: SharedReceipt;
}

/** Shows a receipt to others: nothing is public before it is asked for, and it can be taken back. */
export function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('share');
  const errorText = useErrorText();
  const [hides, setHides] = useState(true);
  const [shown, setShown] = useState<Shown>();
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    await act().catch((problem: unknown) => toast({ kind: 'error', title: errorText(problem) }));
    setBusy(false);
  };
  const show = (hidesAmounts: boolean) =>
    attempt(async () => {
      const { code } = await call(calls.user.shareReceipt, { id, hidesAmounts });
      setShown({ code, shared: await call(calls.index.checkReceipt, { code }) });
      setHides(hidesAmounts);
    });
  const takeBack = () =>
    attempt(async () => {
      await call(calls.user.revokeShare, { id });
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
        shown === undefined ? (
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
        <Switch
          label={t('hide')}
          checked={hides}
          onChange={(next) => (shown === undefined ? setHides(next) : void show(next))}
        />
        {shown === undefined ? null : <Preview {...shown} />}
      </div>
    </Dialog>
  );
}

function Preview({ code, shared }: Shown) {
  const { t } = useTranslation('share');
  const words = useSharedWords();
  const { title, figure, text, rows } = words(shared);
  const content = JSON.stringify({ title, figure, text, rows });
  // Drawn anew when what stands on it changes, not each time that somebody looks.
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
