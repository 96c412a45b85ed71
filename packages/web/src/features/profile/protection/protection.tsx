import type { Limits } from '@assay/contract/endpoints/limits.ts';
import { useTranslation } from 'react-i18next';
import { useLimits } from '../../../shared/trading/limits.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { CoolOff } from './cool-off.tsx';
import { DailyLoss } from './daily-loss.tsx';
import { Exclusion } from './exclusion.tsx';
import { useWait } from './use-change.ts';

/** What people can do against themselves losing too much: each protection with its state and what can be done about it. */
export function Protection() {
  const { data, error, isError, refetch } = useLimits();
  if (data !== undefined) return <Loaded limits={data} />;
  return (
    <Panel>
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} className="p-s5" />}
    </Panel>
  );
}

function Loaded({ limits }: { limits: Limits }) {
  const { t } = useTranslation('limits');
  const wait = useWait(limits);
  return (
    <Panel className="p-s5">
      <header className="flex max-w-[max(6.8rem,560px)] flex-col gap-s1">
        <h2 className="text-emphasis font-semibold">{t('title')}</h2>
        <p className="text-caption text-muted">{t('text', { wait })}</p>
      </header>
      <div className="mt-s3 flex flex-col divide-y divide-line *:py-s5 *:last:pb-0">
        <DailyLoss limits={limits} />
        <CoolOff limits={limits} />
        <Exclusion limits={limits} />
      </div>
    </Panel>
  );
}
