import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { NewsList } from '../../../shared/trading/news/news-list.tsx';
import { useNews } from '../../../shared/trading/news/news.ts';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { columns } from '../about/layout.ts';
import { CalendarList } from './calendar-list.tsx';

const newsMax = 20;

/** What operators have published about an instrument or its class, and beside it what is to come. */
export function NewsPanel({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const news = useNews([info.code], newsMax);
  return (
    <div className="px-[16px] pb-s5 mobile:px-side">
      <div className="grid gap-x-s6" style={columns}>
        <section aria-label={t('news.title', { name: info.appName })} className="min-w-0 pt-s4">
          <h2 className="flex min-h-control-small items-center pb-s1 text-emphasis font-semibold">{t('news.heading')}</h2>
          {news.data === undefined ? (
            news.isError ? (
              <ErrorState error={news.error} onRetry={() => void news.refetch()} />
            ) : (
              <SkeletonRows rows={4} />
            )
          ) : news.data.length === 0 ? (
            <p className="py-s6 text-muted">{t('news.none', { name: info.appName })}</p>
          ) : (
            <NewsList items={news.data} />
          )}
        </section>
        <CalendarList info={info} />
      </div>
    </div>
  );
}
