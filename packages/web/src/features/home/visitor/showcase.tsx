import { useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { HeroChart } from './hero-chart.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { exampleReceipt } from './receipt.ts';

const shown = 'BTCUSDT';

/** A receipt that works itself out, in front of the day whose first and last quote it is of. */
export function Showcase({ className }: { className?: string }) {
  const { data: info, isError } = useQuery({
    queryKey: ['showcase', shown],
    queryFn: ({ signal }) => call(calls.index.getMarketInfo, { id: shown }, { signal }),
    // Its lines are about two quotes: later ones are of no concern to it.
    staleTime: Infinity,
  });
  const receipt = info === undefined ? null : exampleReceipt(info);
  const layout = cx('flex flex-col gap-s4 desktop:flex-row desktop:items-stretch desktop:gap-0', className);
  if (info === undefined && !isError) {
    return (
      <div className={layout}>
        <Skeleton className="ms-auto h-[max(4.6rem,480px)] w-full rounded-large! desktop:w-[max(4.3rem,330px)]" />
      </div>
    );
  }
  if (info === undefined || receipt === null || info.hundred.length < 2) return null;
  return (
    <div className={layout}>
      <HeroChart
        info={info}
        receipt={receipt}
        className="h-[190px] desktop:h-[max(3.9rem,330px)] desktop:min-w-0 desktop:flex-1 desktop:self-center"
      />
      <ReceiptCard info={info} receipt={receipt} className="desktop:relative desktop:ms-auto desktop:w-[max(4.3rem,330px)]" />
    </div>
  );
}
