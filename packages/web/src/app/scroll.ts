import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Back and forward return to where a page was left; every other step starts at its top, with focus on the content. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const left = useRef(new Map<string, number>());
  const before = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    const positions = left.current;
    if (before.current !== pathname) {
      before.current = pathname;
      window.scrollTo(0, how === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
      if (how !== NavigationType.Pop) document.getElementById('content')?.focus({ preventScroll: true });
    }
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, pathname, how]);
}
