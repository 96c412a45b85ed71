import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { NewsList } from './news-list.tsx';
import { useConcerned, useNews } from './news.ts';

const shownMax = 3;

/** News about what a person holds or watches; nothing at all where there are none. */
export function Concerning() {
  const { t } = useTranslation('about');
  const { data = [] } = useNews(useConcerned(), shownMax);
  if (data.length === 0) return null;
  return (
    <Panel title={t('news.concerning')}>
      <div className="px-s5 pt-s2 pb-s3">
        <NewsList brief items={data} />
      </div>
    </Panel>
  );
}
