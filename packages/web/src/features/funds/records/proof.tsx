import { Image } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { fetchFile } from '../../../shared/client/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

/** The picture that was handed in with a deposit, as it is kept: it comes with the session, not by an address of its own. */
export function Proof({ id }: { id: string }) {
  const { t } = useTranslation('funds');
  const errorText = useErrorText();
  const [state, setState] = useState<'idle' | 'busy'>('idle');
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => () => (shown === null ? undefined : URL.revokeObjectURL(shown)), [shown]);
  const show = async () => {
    setState('busy');
    try {
      setShown(URL.createObjectURL((await fetchFile(calls.user.image, { id })).content));
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
    } finally {
      setState('idle');
    }
  };
  return (
    <>
      <Button size="small" className="self-start" busy={state === 'busy'} onClick={() => void show()}>
        <Image aria-hidden className="size-[1.1em] shrink-0" />
        {t('record.proof')}
      </Button>
      {shown === null ? null : (
        <Dialog open wide onOpenChange={() => setShown(null)} title={t('record.proof')}>
          <img src={shown} alt={t('deposit.proof')} className="mx-auto max-h-[70dvh] max-w-full rounded-middle" />
        </Dialog>
      )}
    </>
  );
}
