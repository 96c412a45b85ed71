import type { ReactNode } from 'react';
import { ingotPath } from './ingot.ts';

// Drawn in one manner: a touchstone, streaks of gold on it, and the seal of what was found. Colours are tokens, so that both
// themes have their own; what points somewhere is mirrored from right to left.

const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** The touchstone, with what is drawn on it. */
function Stone({ children }: { children?: ReactNode }) {
  return (
    <>
      <ellipse cx="100" cy="122" rx="74" ry="7" fill="var(--surface-3)" opacity="0.6" />
      <rect
        x="30"
        y="34"
        width="140"
        height="82"
        rx="15"
        fill="var(--surface-2)"
        stroke="var(--line-strong)"
        strokeOpacity="0.5"
      />
      <rect x="38" y="42" width="124" height="66" rx="10" fill="var(--surface-0)" stroke="var(--line)" />
      {children}
    </>
  );
}

/** Streaks of metal, fainter the less there is of it. */
function Streaks({ from = 56, count = 5, top = 54 }: { from?: number; count?: number; top?: number }) {
  return (
    <g {...stroke} stroke="var(--accent)">
      {Array.from({ length: count }, (_, place) => (
        <path
          key={place}
          d={`M${from + place * 17} ${top + 40}c2-14 5-27 10-40`}
          strokeWidth={3.4 + place * 0.5}
          strokeOpacity={0.16 + (place / Math.max(1, count - 1)) * 0.5}
        />
      ))}
    </g>
  );
}

function Stylus() {
  return (
    <g {...stroke}>
      <path d="m146 50 24-28" stroke="var(--accent)" strokeWidth="5.5" />
      <path d="m160 33 6-7" stroke="var(--surface-0)" strokeOpacity="0.5" strokeWidth="2" />
    </g>
  );
}

interface SealProps {
  x?: number;
  y?: number;
  colour?: string;
  ink?: string;
  children: ReactNode;
}

/** What was found, in a disc at the corner of the stone. */
function Seal({ x = 150, y = 104, colour = 'var(--accent-fill)', ink = 'var(--on-accent)', children }: SealProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="17" fill={colour} stroke="var(--surface-1)" strokeWidth="4" />
      <g {...stroke} stroke={ink} strokeWidth="3.4">
        {children}
      </g>
    </g>
  );
}

const check = <path d="m-7 0 5 5 9-10" />;
const plus = <path d="M0-7V7M-7 0H7" />;

function Ingot({ x, y, width, opacity = 1 }: { x: number; y: number; width: number; opacity?: number }) {
  const height = width * 0.36;
  const slope = width * 0.14;
  return (
    <g opacity={opacity}>
      <path
        d={ingotPath({ x, y, width, height, slope })}
        fill="var(--accent-fill)"
        stroke="var(--accent)"
        strokeLinejoin="round"
      />
      <path
        d={`M${x + slope * 1.6} ${y + height * 0.3}h${width - 3.2 * slope}`}
        stroke="var(--on-accent)"
        strokeOpacity="0.35"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </g>
  );
}

const drawings = {
  positions: (
    <Stone>
      <g {...stroke} stroke="var(--line-strong)" strokeWidth="1.6" strokeDasharray="3 4">
        {[58, 80, 102, 124].map((x, place) => (
          <g key={x}>
            <path d={`M${x} ${62 - place * 3}v${30 + place * 2}`} />
            <rect x={x - 6} y={70 - place * 4} width="12" height={16 + place * 2} rx="2.5" fill="var(--surface-0)" />
          </g>
        ))}
      </g>
      <path d="M50 94C76 92 92 80 112 72s24-8 30-14" {...stroke} stroke="var(--accent)" strokeWidth="3.4" />
      <Stylus />
    </Stone>
  ),
  orders: (
    <>
      <Stone>
        <Streaks count={3} from={50} />
      </Stone>
      <path
        d="M92 24h50a6 6 0 0 1 6 6v58l-8-5-8 5-8-5-8 5-8-5-8 5-8-5V30a6 6 0 0 1 0-6z"
        fill="var(--surface-1)"
        stroke="var(--line-strong)"
        strokeOpacity="0.7"
      />
      <g {...stroke} stroke="var(--line-strong)" strokeWidth="3">
        <path d="M104 40h32M104 52h24" strokeOpacity="0.6" />
        <path d="M104 64h14" stroke="var(--accent)" />
      </g>
      <Seal>
        <circle r="0.4" />
        <path d="M0-8v8l5 4" />
      </Seal>
    </>
  ),
  watchlist: (
    <>
      <Stone>
        <Streaks count={3} from={46} />
      </Stone>
      <path
        d="m116 24 11.5 23.4 25.8 3.7-18.7 18.2 4.4 25.7L116 82.9 92.9 95l4.4-25.7-18.7-18.2 25.8-3.7z"
        fill="var(--accent-soft)"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <Seal>{plus}</Seal>
    </>
  ),
  deposits: (
    <>
      <Stone>
        <path d="M52 82h26l6 10h32l6-10h26" {...stroke} stroke="var(--line-strong)" strokeWidth="2.4" strokeOpacity="0.8" />
      </Stone>
      <path d="M100 12v26m-9-9 9 9 9-9" {...stroke} stroke="var(--accent)" strokeWidth="4" />
      <Ingot x={70} y={50} width={60} />
    </>
  ),
  method: (
    <>
      <Stone>
        <Streaks count={4} from={46} />
      </Stone>
      <rect
        x="78"
        y="26"
        width="84"
        height="54"
        rx="9"
        fill="var(--surface-1)"
        stroke="var(--line-strong)"
        strokeOpacity="0.7"
      />
      <path d="M78 44h84" stroke="var(--line-strong)" strokeOpacity="0.6" strokeWidth="9" />
      <path d="M90 66h22" {...stroke} stroke="var(--accent)" strokeWidth="4" />
      <Seal>{plus}</Seal>
    </>
  ),
  notifications: (
    <>
      <Stone>
        <Streaks count={3} from={46} />
      </Stone>
      <path
        d="M118 26c16 0 24 11 24 26v14l8 12H86l8-12V52c0-15 8-26 24-26z"
        fill="var(--accent-soft)"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M118 26v-8m-9 68a9 9 0 0 0 18 0" {...stroke} stroke="var(--accent)" strokeWidth="3.4" />
      <Seal>{check}</Seal>
    </>
  ),
  offline: (
    <>
      <Stone>
        <g {...stroke} strokeWidth="4">
          <path d="M50 76h22c6 0 6-14 12-14" stroke="var(--accent)" />
          <path d="M150 76h-22c-6 0-6 14-12 14" stroke="var(--line-strong)" strokeOpacity="0.7" />
        </g>
        <path d="m94 88 12-26" {...stroke} stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="2 5" />
      </Stone>
      <g {...stroke} stroke="var(--line-strong)" strokeWidth="3">
        <path d="M78 24a31 31 0 0 1 44 0" strokeOpacity="0.35" />
        <path d="M86 31a20 20 0 0 1 28 0" strokeOpacity="0.7" />
      </g>
      <Seal colour="var(--info)" ink="var(--surface-1)">
        <path d="m-6-6 12 12M6-6-6 6" />
      </Seal>
    </>
  ),
  error: (
    <>
      <Stone>
        <Streaks count={5} />
        <path d="m100 34-9 22 14 12-12 18 8 30" {...stroke} stroke="var(--surface-1)" strokeWidth="6" />
        <path d="m100 34-9 22 14 12-12 18 8 30" {...stroke} stroke="var(--line-strong)" strokeWidth="1.8" />
      </Stone>
      <Seal colour="var(--danger)" ink="var(--surface-1)">
        <path d="M0-8V1M0 7.5v.1" />
      </Seal>
    </>
  ),
  verified: (
    <>
      <Stone>
        <circle cx="70" cy="66" r="11" fill="var(--accent-soft)" stroke="var(--accent)" strokeWidth="2.6" />
        <path d="M52 98c1-12 8-18 18-18s17 6 18 18" {...stroke} stroke="var(--accent)" strokeWidth="2.6" />
        <g {...stroke} stroke="var(--line-strong)" strokeWidth="3.4" strokeOpacity="0.6">
          <path d="M104 60h42M104 74h32M104 88h18" />
        </g>
      </Stone>
      <Seal>{check}</Seal>
    </>
  ),
  matured: (
    <>
      <Stone />
      <Ingot x={48} y={84} width={50} />
      <Ingot x={102} y={84} width={50} />
      <Ingot x={75} y={64} width={50} />
      <path
        d="M100 60V40m0 8c-10 0-14-6-14-13 9 0 14 5 14 13zm0-6c0-9 5-14 15-14 0 9-5 14-15 14z"
        {...stroke}
        stroke="var(--accent)"
        strokeWidth="3"
      />
      <Seal y={44}>{check}</Seal>
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PictureName = keyof typeof drawings;
/** Ticks and the like read the same in every direction, and a chart runs from left to right everywhere; the rest leans with the text. */
const unmirrored: ReadonlySet<PictureName> = new Set(['positions', 'deposits', 'error']);

export function Drawing({ name }: { name: PictureName }) {
  return (
    <svg viewBox="0 0 200 140" className={unmirrored.has(name) ? 'size-full' : 'size-full rtl:-scale-x-100'}>
      {drawings[name]}
    </svg>
  );
}
