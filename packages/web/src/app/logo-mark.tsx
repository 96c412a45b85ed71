import { Link } from 'react-router';

/** The name of the product. */
export function Brand() {
  return (
    <span className="flex shrink-0 items-center gap-s2">
      <svg
        aria-hidden
        viewBox="3.5 2.5 25 27"
        className="size-[max(0.3rem,24px)] text-accent-fill mobile:size-[max(0.48rem,24px)]"
      >
        <path d="M16 3.5 28 28.5h-5.4L16 14.2 9.4 28.5H4Z" fill="currentColor" />
        <path d="M12.4 24h7.2" stroke="currentColor" strokeWidth="2.6" />
      </svg>
      <span className="text-emphasis font-semibold tracking-[-0.01em]">Assay</span>
    </span>
  );
}

/** The name that leads home. */
export function LogoMark() {
  return (
    <Link to="/" className="shrink-0 rounded-small">
      <Brand />
    </Link>
  );
}
