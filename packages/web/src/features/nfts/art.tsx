import { useState } from 'react';
import { cx } from '../../ui/cx.ts';

/** A piece's artwork in its square; its name is beside it, so that it is read out once. */
export function Art({ src, eager = false, className }: { src: string; eager?: boolean; className?: string }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className={cx('block aspect-square overflow-hidden bg-surface-2', className)}>
      <img
        src={src}
        alt=""
        width={600}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onLoad={() => setLoaded(true)}
        className={cx('size-full object-cover transition-quick group-hover:scale-[1.03]', loaded ? 'opacity-100' : 'opacity-0')}
      />
    </span>
  );
}
