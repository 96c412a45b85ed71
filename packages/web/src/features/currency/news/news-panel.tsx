import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { NewsList } from '../../../shared/trading/news/news-list.tsx';
import { useNews } from '../../../shared/trading/news/news.ts';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { CalendarList } from './calendar-list.tsx';

const newsMax = 20;

/** What operators have published about an instrument or its class, and beside it what is to come. */
export function NewsPanel({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('news');
  const news = useNews([info.code], newsMax);
  return (
    <div className="@container px-[16px] pb-[20px] text-[13px] mobile:px-side mobile:text-[14px]">
      <div className="grid gap-x-[32px] @[660px]:grid-cols-2">
        <section aria-label={t('title', { name: info.appName })} className="min-w-0 pt-[14px]">
          <h2 className="flex min-h-[28px] items-center pb-[4px] text-[15px] font-semibold mobile:text-[16px]">
            {t('heading')}
          </h2>
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
        <CalendarList info={info} />
      </div>
    </div>
  );
}
