import { useTranslation } from 'react-i18next';
import { Page } from '../ui/panel.tsx';
import { Skeleton } from '../ui/states.tsx';

/** Shown while the code of a page is loading. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <Page className="flex min-h-[80dvh] flex-col gap-s5 py-s6">
      <span role="status" className="sr-only">
        {t('state.loading')}
      </span>
      <Skeleton className="h-[max(0.48rem,32px)] w-1/3" />
      <Skeleton className="h-[max(2.4rem,160px)] w-full" />
      <Skeleton className="h-[max(1.6rem,120px)] w-full" />
    </Page>
  );
}
