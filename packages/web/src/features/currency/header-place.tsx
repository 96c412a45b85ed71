import { Skeleton } from '../../ui/states.tsx';

/** As high as the header that comes, so that the chart below it does not move. */
export function HeaderPlace() {
  return (
    <div
      data-pane="header"
      className="flex h-[97px] shrink-0 items-center border-b border-line bg-surface-1 px-[16px] wide:h-[49px] mobile:px-side"
    >
      <Skeleton className="h-[28px] w-1/3" />
    </div>
  );
}
