import { useEffect, useState } from 'react';
import { useSession } from '../../shared/client/session.ts';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { beginFor, synchronise, tellRead, useConversation } from './conversation.ts';

/** A visitor has no socket of their own: asking every few seconds is simple, and survives whatever happens in between. */
const visitorMs = 3000;
/**
 * Customers are notified by the socket; this only says that the window is open, and catches what a socket has missed.
 */
const customerMs = 15_000;
const hiddenMs = 15_000;

const learn = () => void synchronise();

/** Keeps the conversation up to date while the window is open. */
export function useUpToDate(): void {
  const isLogin = useSession((session) => session.isLogin);
  const token = useSession((session) => session.token);
  const visible = useVisible();
  const talking = useConversation(({ state }) => state !== 'none');
  const lively = useConversation(({ standing, reachable }) => !reachable || standing?.operatorTyping === true);
  useEffect(() => beginFor(token), [token]);
  useFeedEvent('chat', learn);
  useFeedEvent('authenticated', learn);
  useEffect(() => {
    window.addEventListener('online', learn);
    return () => window.removeEventListener('online', learn);
  }, []);
  useEffect(() => {
    if (!talking) return undefined;
    if (visible) learn();
    const timer = setInterval(learn, !visible ? hiddenMs : isLogin && !lively ? customerMs : visitorMs);
    return () => clearInterval(timer);
  }, [isLogin, lively, talking, visible]);
}

/** Reports what was seen, and how many messages were not; only a visible window counts. */
export function useUnread(): number {
  const visible = useVisible();
  const lastSeq = useConversation(({ messages }) => messages.at(-1)?.seq ?? 0);
  const read = useConversation(({ standing }) => standing?.readByCustomer ?? 0);
  const unread = useConversation(
    ({ messages }) => messages.filter(({ author, seq }) => author === 'operator' && seq > read).length,
  );
  const open = useConversation(({ state }) => state === 'open');
  useEffect(() => {
    if (open && visible && lastSeq > read) tellRead(lastSeq);
  }, [lastSeq, open, read, visible]);
  return visible ? 0 : unread;
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
