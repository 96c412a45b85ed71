import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMarkRead } from '../use-notifications.ts';

/** The message of the service worker when a notification is tapped. */
function isTap(data: unknown): data is { told: string; path: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'told' in data &&
    typeof data.told === 'string' &&
    'path' in data &&
    typeof data.path === 'string' &&
    /^\/(?!\/)/.test(data.path)
  );
}

/** A tap on a notification opens its page, and marks it as read. */
export function useTaps(): void {
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const { hash, pathname, search } = useLocation();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const hear = ({ data, ports: [worker] }: MessageEvent<unknown>) => {
      if (!isTap(data)) return;
      worker?.postMessage('goes there', []);
      markRead({ id: data.told });
      void navigate(data.path);
    };
    workers.addEventListener('message', hear);
    return () => workers.removeEventListener('message', hear);
  }, [navigate, markRead]);
  useEffect(() => {
    // A window that the tap has opened.
    const told = /^#told=([0-9]{1,16})$/.exec(hash)?.[1];
    if (told === undefined) return;
    markRead({ id: told });
    void navigate({ pathname, search }, { replace: true });
  }, [hash, pathname, search, navigate, markRead]);
}
