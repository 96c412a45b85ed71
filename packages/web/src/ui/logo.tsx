import { useState } from 'react';
import { cx } from './cx.ts';

/** An instrument's logo; its first letters where there is no picture. The name beside it says what it is. */
export function Logo({ src, code, className }: { src: string; code: string; className?: string }) {
  const [failed, setFailed] = useState('');
  const shape = cx('size-[max(0.36rem,28px)] shrink-0 rounded-large bg-surface-3 mobile:size-[max(0.64rem,32px)]', className);
  if (src === '' || failed === src) {
    return (
      <span
        aria-hidden
        className={cx(shape, 'inline-grid place-items-center text-[0.7em] font-semibold tracking-tight text-muted')}
      >
        {code.slice(0, 2)}
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
      className={cx(shape, 'object-cover')}
    />
  );
}

/** A coin's logo, whether it is traded here or is what everything is paid with. */
export function CoinLogo({ code, className }: { code: string; className?: string }) {
  return <Logo src={`/logos/crypto/${code.toLowerCase()}.svg`} code={code} {...(className !== undefined && { className })} />;
}
