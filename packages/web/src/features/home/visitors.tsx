import { Suspense } from 'react';
import { useHomeMarket } from '../../shared/trading/market/market.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Skeleton } from '../../ui/states.tsx';

// The arguments for visitors are loaded after the prices, and the rules that compute a receipt last.
const Showcase = lazyPage(() => import('./visitor/showcase.tsx').then((part) => part.Showcase));
const Proof = lazyPage(() => import('./visitor/proof.tsx').then((part) => part.Proof));

export function VisitorsShowcase({ className }: { className?: string }) {
  const { isPending } = useHomeMarket();
  const room = <Room className={cx('h-[max(5rem,440px)] mobile:h-[640px]', className)} />;
  return isPending ? (
    room
  ) : (
    <ErrorBoundary what="nothing">
      <Suspense fallback={room}>
        <Showcase {...(className !== undefined && { className })} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function VisitorsProof() {
  const { isPending } = useHomeMarket();
  const room = <Room className="mx-side h-[max(6rem,520px)] mobile:h-[900px]" />;
  return isPending ? (
    room
  ) : (
    <ErrorBoundary what="nothing">
      <Suspense fallback={room}>
        <Proof />
      </Suspense>
    </ErrorBoundary>
  );
}

function Room({ className }: { className: string }) {
  return <Skeleton className={cx('rounded-large! opacity-40', className)} />;
}
