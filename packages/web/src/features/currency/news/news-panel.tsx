import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { NewsList } from '../../../shared/trading/news/news-list.tsx';
import { useNews } from '../../../shared/trading/news/news.ts';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';

const newsMax = 20;

/** What operators have published about an instrument or its class. */
export function NewsPanel({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('news');
  const news = useNews([info.code], newsMax);
  return (
    <div className="@container px-[16px] pb-[20px] text-[13px] mobile:px-side mobile:text-[14px]">
      <section aria-label={t('title', { name: info.appName })} className="pt-[8px]">
        {news.data === undefined ? (
          news.isError ? (
            <ErrorState error={news.error} onRetry={() => void news.refetch()} />
          ) : (
            <SkeletonRows rows={4} />
          )
        ) : news.data.length === 0 ? (
          <p className="py-[24px] text-muted">{t('none', { name: info.appName })}</p>
        ) : (
          <NewsList items={news.data} />
        )}
      </section>
    </div>
  );
}
