export interface Tap {
  readonly clientX: number;
  readonly clientY: number;
}

/** How far apart two taps with one finger may be. */
const tapPx = 30;
/** The second of two taps comes within this, before a question can be read. */
export const readMs = 600;

let last: (Tap & { readonly finger: boolean }) | null = null;
/** The tap that has ended a question opens none. */
let ender: Tap | null = null;

/** Remembers the last tap on a page. */
export function watchTaps(page: Document): void {
  page.addEventListener(
    'pointerdown',
    ({ clientX, clientY, pointerType }) => (last = { clientX, clientY, finger: pointerType === 'touch' }),
    true,
  );
}

export const lastTap = () => last;
export const isAt = (tap: Tap, other: Tap): boolean =>
  Math.hypot(tap.clientX - other.clientX, tap.clientY - other.clientY) < tapPx;

/** A tap as something within a question gets it. */
interface Pressed extends Tap {
  preventDefault(): void;
  stopPropagation(): void;
}

/**
 * From now on a dialog is open, which the last tap may have opened under the finger: the second tap of two must not press any
 * part of it. Returns the capture handler for its taps, and a function that ends it.
 */
export function openedByTap(): { take(tap: Pressed): void; end(): void } {
  const before = last;
  let opener = before === ender ? null : before;
  const timer = setTimeout(() => (opener = null), readMs);
  return {
    take: (tap) => {
      if (opener === null || !isAt(opener, tap)) return;
      tap.preventDefault();
      tap.stopPropagation();
    },
    end: () => {
      clearTimeout(timer);
      if (last !== before) ender = last;
    },
  };
}
