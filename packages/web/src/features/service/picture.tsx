import { ApiRefusal } from '@assay/contract/client.ts';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { fetchFile } from '../../shared/client/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { identity } from './conversation.ts';

/** A picture of the conversation: fetched with its owner's token, never by an address that could be passed on. */
export function Picture({ id }: { id: string }) {
  const { t } = useTranslation(['service', 'common']);
  const [large, setLarge] = useState(false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['account', 'support-image', id],
    queryFn: () => fetchFile(calls.user.supportImage, { id }, identity()),
    staleTime: Infinity,
  });
  const url = useObjectUrl(data?.content);
  if (isError) {
    const gone = error instanceof ApiRefusal && error.code === '404';
    return (
      <span className="flex items-center gap-s3 px-s4 py-s3 text-muted">
        <ImageOff aria-hidden className="size-icon" />
        <span>{t(gone ? 'picture.gone' : 'picture.failed')}</span>
        {gone ? null : (
          <button type="button" onClick={() => void refetch()} className="font-semibold text-accent hover:underline">
            {t('common:action.retry')}
          </button>
        )}
      </span>
    );
  }
  if (url === null) return <Skeleton className="h-[160px] w-[220px] max-w-full" />;
  return (
    <>
      <button type="button" aria-label={t('picture.open')} onClick={() => setLarge(true)} className="block">
        <img src={url} alt={t('picture.own')} className="block max-h-[320px] max-w-full object-contain" />
      </button>
      <Dialog open={large} onOpenChange={setLarge} title={t('picture.own')}>
        <img src={url} alt={t('picture.own')} className="mx-auto block max-h-[76dvh] max-w-full object-contain" />
      </Dialog>
    </>
  );
}

function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (content === undefined) return undefined;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
