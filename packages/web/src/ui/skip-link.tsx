import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const skipsId = 'skips';

function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      className="fixed start-s4 top-s4 z-60 -translate-y-[300%] rounded-middle bg-accent-fill px-s5 py-s3 font-semibold text-on-accent focus:translate-y-0"
    >
      {children}
    </a>
  );
}

/** The first stops of the Tab key on every page: the way to the content, and where a page leads to beyond it. */
export function SkipLinks({ content, children }: { content: string; children: ReactNode }) {
  return (
    <div id={skipsId}>
      <SkipLink to={content}>{children}</SkipLink>
    </div>
  );
}

/** Puts a page's own target among the first stops. The target takes focus by `tabIndex={-1}`. */
export function PageSkipLink(props: { to: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // The frame exists only after the first draw.
  useEffect(() => setPlace(document.getElementById(skipsId)), []);
  return place === null ? null : createPortal(<SkipLink {...props} />, place);
}
