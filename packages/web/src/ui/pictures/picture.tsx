import { type ComponentType, Suspense, lazy } from 'react';
import type { PictureName } from './drawings.tsx';

/** A picture is never essential: where its code fails to load, its place stays empty. */
const Drawing = lazy<ComponentType<{ name: PictureName }>>(() =>
  import('./drawings.tsx').then(
    ({ Drawing: Drawn }) => ({ default: Drawn }),
    () => ({ default: () => null }),
  ),
);

/** One of the drawings for what is not there, what went wrong and what is done; it keeps its room until it comes. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <span aria-hidden className="mb-s2 block shrink-0 aspect-[10/7] w-[max(2rem,170px)] max-w-full">
      <Suspense fallback={null}>
        <Drawing name={name} />
      </Suspense>
    </span>
  );
}
