import { useEffect, useRef } from 'react';

/** Whether the calling part is still on the page. */
export function useIsHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}

/**
 * Calls only while the part that asks is on the page. An answer that comes late ends nothing that was begun since: a sheet that
 * was left closes no other one.
 */
export function useWhileHere<Values extends unknown[]>(act: (...values: Values) => void): (...values: Values) => void {
  const isHere = useIsHere();
  return (...values) => {
    if (isHere()) act(...values);
  };
}
