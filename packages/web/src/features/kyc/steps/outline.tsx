const lines = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** What a picture should show, in a few strokes. */
export function Outline({ of }: { of: 'front' | 'back' | 'holding' | 'passport' }) {
  return (
    <svg aria-hidden viewBox="0 0 96 64" className="h-[max(0.72rem,56px)]" {...lines}>
      {of === 'holding' ? (
        <>
          <circle cx="40" cy="18" r="11" />
          <path d="M14 62c1-17 12-26 26-26 8 0 15 3 20 8" />
          <rect x="54" y="30" width="34" height="22" rx="3" />
          <circle cx="63" cy="39" r="3.5" />
          <path d="M72 37h10M72 42h7M57 47c1-3 3-4 6-4s5 1 6 4" />
          <path d="M60 62c0-5 4-8 9-8" />
        </>
      ) : null}
      {of === 'front' ? (
        <>
          <rect x="10" y="6" width="76" height="52" rx="5" />
          <circle cx="29" cy="27" r="7" />
          <path d="M17 46c1-8 6-12 12-12s11 4 12 12M52 22h26M52 31h20M52 40h24M52 48h12" />
        </>
      ) : null}
      {of === 'back' ? (
        <>
          <rect x="10" y="6" width="76" height="52" rx="5" />
          <path d="M10 17h76M18 27h34M18 34h26M62 27h16v12H62zM18 45h60M18 51h60" />
        </>
      ) : null}
      {of === 'passport' ? (
        <>
          <path d="M18 4h60a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Z" />
          <path d="M14 32h68" strokeDasharray="2 4" />
          <circle cx="28" cy="41" r="4.5" />
          <path d="M21 52c1-4 3-6 7-6s6 2 7 6M46 39h26M46 45h20M46 51h26" />
          <circle cx="48" cy="18" r="7" />
          <path d="M41 18h14M48 11c4 4 4 10 0 14M48 11c-4 4-4 10 0 14" />
        </>
      ) : null}
    </svg>
  );
}
