import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { Region } from '../../ui/error-boundary.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const About = lazyPage(() => import('./about/about-panel.tsx').then((part) => part.AboutPanel));

const News = lazyPage(() => import('./news/news-panel.tsx').then((part) => part.NewsPanel));

const views = ['chart', 'about', 'news'] as const;
type View = (typeof views)[number];

/** The view in place of the chart, by the fragment of the address: a link can lead there, and Back out of it. */
export function useView(): [view: View, show: (view: View) => void] {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const view = views.find((one) => `#${one}` === hash) ?? 'chart';
  const show = (next: View) =>
    void navigate(pathname + search + (next === 'chart' ? '' : `#${next}`), { preventScrollReset: true });
  return [view, show];
}

const asked = (part: ReactNode) => <Region waiting={<Skeleton className="m-s4 min-h-[50dvh] flex-1" />}>{part}</Region>;

/** The chart, and one press away the profile and the news: their code is fetched on demand. */
export function Views({ info, children }: { info: MarketInfo; children: ReactNode }) {
  const { t } = useTranslation('terminal');
  const [view, show] = useView();
  return (
    <Tabs<View>
      look="slim"
      label={t('views.label')}
      value={view}
      onChange={show}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
      panelClass={cx('flex min-h-0 min-w-0 flex-1', view !== 'chart' && 'flex-col bg-surface-1 wide:overflow-y-auto')}
      items={[
        { value: 'chart', label: t('views.chart'), content: children },
        { value: 'about', label: t('views.about'), content: asked(<About info={info} />) },
        { value: 'news', label: t('views.news'), content: asked(<News info={info} />) },
      ]}
    />
  );
}
