import { useEffect } from 'react';
import { useLivingOrders } from '../../../shared/trading/account.ts';
import { type WayOut, useOrderView } from '../../../shared/trading/order-view.ts';
import { CloseDialog } from './close-dialog.tsx';
import { MarginDialog } from './margin-dialog.tsx';

/** Offers remedies for a position on any page. If it has ended meanwhile its receipt is shown. */
export function WayOutDialog({ id, way }: { id: string; way: WayOut }) {
  const endHelp = useOrderView((view) => view.endHelp);
  const openReceipt = useOrderView((view) => view.openReceipt);
  const positions = useLivingOrders('open').data?.items;
  const position = positions?.find((one) => one.id === id);
  const isOver = positions !== undefined && position === undefined;
  useEffect(() => {
    if (!isOver) return;
    endHelp();
    openReceipt(id);
  }, [isOver, id, endHelp, openReceipt]);
  if (position === undefined) return null;
  return way === 'margin' ? (
    <MarginDialog position={position} onDone={endHelp} />
  ) : (
    <CloseDialog half position={position} onDone={endHelp} />
  );
}
