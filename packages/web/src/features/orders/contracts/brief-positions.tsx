import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLivingOrders } from '../../../shared/trading/account.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { CurrentPrice, InstrumentCell, LiveProfitCell } from './cells.tsx';

const rowsMax = 4;

/** The newest open positions with their results of this moment, for a page that is about more than orders. */
export function BriefPositions() {
  // With the words of what its rows show: positions that arrive wait for none.
  const { t } = useTranslation(['orders', 'costs']);
  const positions = useLivingOrders('open');
  const items = positions.data?.items ?? [];
  const more = items.length - rowsMax;
  return (
    <Panel
      title={t('positions')}
      action={
        <Link to="/profile?section=orders" className="-my-s2 rounded-small py-s2 font-medium text-accent hover:underline">
          {more > 0 ? t('brief.more', { count: more }) : t('brief.all')}
        </Link>
      }
    >
      {positions.data === undefined ? (
        positions.isError ? (
          <ErrorState error={positions.error} onRetry={() => void positions.refetch()} />
        ) : (
          <SkeletonRows rows={2} className="p-s5" />
        )
      ) : items.length === 0 ? (
        <EmptyState
          kind="nothing"
          picture="positions"
          title={t('empty.positions')}
          text={t('empty.positionsText')}
          className="py-s6!"
          action={<ButtonLink to="/cruuency?code=BTCUSDT">{t('brief.trade')}</ButtonLink>}
        />
      ) : (
        <ul aria-label={t('positions')} className="flex flex-col divide-y divide-line pt-s3">
          {items.slice(0, rowsMax).map((position) => (
            <li
              key={position.id}
              className="grid min-h-[56px] grid-cols-[minmax(0,1fr)_auto_max(1.4rem,96px)] items-center gap-s4 px-s5 py-s2 mobile:grid-cols-[minmax(0,1fr)_max(2rem,96px)]"
            >
              <InstrumentCell position={position} />
              <span className="numbers text-end text-muted mobile:hidden">
                <CurrentPrice position={position} />
              </span>
              <span className="flex justify-end text-end">
                <LiveProfitCell position={position} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
