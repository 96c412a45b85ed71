import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The part of the page that its address names, decoded; empty when it names none. */
export function useHash(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Brings the named part into view once it is there, and again when the address names another. */
export function useScrollToHash(ready: boolean): void {
  const name = useHash();
  useEffect(() => {
    if (!ready || name === '') return;
    document.getElementById(name)?.scrollIntoView({ block: 'start' });
  }, [ready, name]);
}
