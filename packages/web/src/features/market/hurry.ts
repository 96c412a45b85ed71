import { type Context, createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** In pixels a millisecond. A finger that reads is slower, one that flings a list is faster. */
const hurriedFrom = 1.2;
/** In pixels from one change to the next: some rows at once, which is what a device makes of a finger that it can't keep up with. */
const jumpFrom = 240;

/** Whether rows fly past: details that are legible only at rest are left out of rows that appear meanwhile. */
export const Hurried: Context<boolean> = createContext(false);

interface Scrolled {
  readonly isScrolling: boolean;
  readonly scrollOffset: number | null;
}

/** Reports the speed of a scrolled list at every change. */
export function useHurry(): readonly [hurried: boolean, onScroll: (list: Scrolled) => void] {
  const [hurried, setHurried] = useState(false);
  const last = useRef({ at: 0, offset: 0 });
  const onScroll = useCallback(({ isScrolling, scrollOffset }: Scrolled) => {
    const [at, offset] = [performance.now(), scrollOffset ?? 0];
    const before = last.current;
    last.current = { at, offset };
    if (!isScrolling) return setHurried(false);
    // Several changes may fall in one frame.
    if (at - before.at < 1) return;
    const moved = Math.abs(offset - before.offset);
    setHurried(moved > jumpFrom || moved / (at - before.at) > hurriedFrom);
  }, []);
  return [hurried, onScroll];
}

/** What is left to draw now that nothing flies past. */
const left = new Set<() => void>();
let frame = 0;

/** One a frame, as they came: all of them in one take a third of a second of a slow phone, just when the next touch begins. */
function drawInTurn(draw: () => void): () => void {
  left.add(draw);
  if (frame === 0) frame = requestAnimationFrame(drawNext);
  return () => void left.delete(draw);
}

function drawNext(): void {
  const [draw] = left;
  frame = draw === undefined ? 0 : requestAnimationFrame(drawNext);
  if (draw === undefined) return;
  left.delete(draw);
  draw();
}

/** False for rows that appear during fast scrolling, until that ends and their turn has come; then true for good. */
export function useCalm(): boolean {
  const hurried = use(Hurried);
  const [calm, setCalm] = useState(!hurried);
  const waits = !calm && !hurried;
  // At once: two of them that are drawn together would be two in one frame.
  useEffect(() => (waits ? drawInTurn(() => flushSync(() => setCalm(true))) : undefined), [waits]);
  return calm;
}
