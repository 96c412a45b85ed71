import { useEffect, useState } from 'react';

/** How long the server wants between two codes to one address. */
export const resendSeconds = 60;

/** Seconds until a code may be requested again, by this device's clock; and a function that starts the wait. */
export function useResendWait(): [left: number, wait: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}
