import { expect, test } from 'vitest';
import { type Sent, wire } from '../../../test/wire.ts';
import { useSession } from '../../shared/client/session.ts';
import { beginFor, say, synchronise, useConversation } from './conversation.ts';
import { keptUnsent } from './kept.ts';

const texts = () => useConversation.getState().unsent.map(({ text }) => text);

test('what was written and not sent is not the next person’s to send in this window', () => {
  wire();
  const written = [{ owner: 'u1', clientId: crypto.randomUUID(), text: 'My loan', at: 1 }];
  sessionStorage.setItem('chatUnsent', JSON.stringify(written));
  const person = { id: 'u2', userName: 'bob', email: 'b', language: 'en', kycStatus: 'none', inviteCode: 'B', createdAt: '' };
  useSession.getState().signIn('another token', person);
  beginFor('another token');
  expect([texts(), keptUnsent('u2')]).toEqual([[], []]);
});

/** A message whose sending ends in `fault`, in a conversation that is open. */
async function said(fault: (call: Sent) => void) {
  const network = wire();
  const { next } = network;
  const token = crypto.randomUUID();
  const person = { id: token, userName: 'eve', email: 'e', language: 'en', kycStatus: 'none', inviteCode: 'E', createdAt: '' };
  useSession.getState().signIn(token, person);
  beginFor(token);
  (await next('/user/support/open')).answer({ token: null });
  (await next('/user/support/thread')).answer({ messages: [], earlier: false });
  await expect.poll(() => useConversation.getState().state).toBe('open');
  say({ text: 'My loan' });
  const sent = await next('/user/support/send');
  fault(sent);
  return { ...network, sent };
}

const unsent = () => useConversation.getState().unsent.map(({ text, refused }) => ({ text, refused }));

test.each([
  ['was lost', (call: Sent) => call.lose()],
  ['met a 503', (call: Sent) => call.refuse('503', 'Not available', 503)],
])('a message whose answer %s waits, is not called refused, and stands once where it had arrived', async (_, fault) => {
  const { next, calls, sent } = await said(fault);
  await expect.poll(() => useConversation.getState().reachable).toBe(false);
  expect(unsent()).toEqual([{ text: 'My loan', refused: null }]);
  const { clientId } = sent.input as { clientId: string };
  void synchronise();
  const message = { seq: 1, clientId, author: 'customer', kind: 'text', text: 'My loan', at: '2025-06-02T12:00:00.000Z' };
  (await next('/user/support/thread')).answer({ messages: [message], earlier: false });
  await expect.poll(() => [unsent().length, useConversation.getState().messages.length]).toEqual([0, 1]);
  expect(calls.filter(({ path }) => path === '/user/support/send')).toHaveLength(1);
});

test('a message that meets nothing but 5xx is called refused after three of them, and keeps nothing behind it waiting', async () => {
  const { next } = await said((call) => call.refuse('503', 'Not available', 503));
  await expect.poll(() => useConversation.getState().reachable).toBe(false);
  say({ text: 'A second one' });
  (await next('/user/support/send')).refuse('500', 'Something failed', 500);
  void synchronise();
  (await next('/user/support/thread')).answer({ messages: [], earlier: false });
  const last = await next('/user/support/send');
  expect(unsent().map(({ refused }) => refused)).toEqual([null, null]);
  last.refuse('500', 'Something failed', 500);
  await expect.poll(() => unsent()[0]).toEqual({ text: 'My loan', refused: 'Something failed' });
  const second = await next('/user/support/send');
  expect(second.input).toMatchObject({ text: 'A second one' });
  second.refuse('11124', 'The conversation is closed', 422);
  await expect.poll(() => unsent()[1]?.refused).toBe('The conversation is closed');
});

test('a message that the server refuses says why', async () => {
  await said((call) => call.refuse('11124', 'The conversation is closed', 422));
  await expect.poll(unsent).toEqual([{ text: 'My loan', refused: 'The conversation is closed' }]);
});

test('a message that a session left unsent waits for its owner, hidden from others, and that is said', async () => {
  const { next, sent } = await said((call) => call.refuse('401', 'Please log in', 401));
  const eve = sent.headers.get('Authorization') ?? '';
  const person = { userName: '', email: 'e', language: 'en', kycStatus: 'none', inviteCode: 'E', createdAt: '' };
  await expect.poll(() => useSession.getState().token).toBe('');
  beginFor('');
  expect([texts(), useConversation.getState().waitsForOwner]).toEqual([[], true]);
  useSession.getState().signIn('a token of Bob', { ...person, id: 'u9' });
  beginFor('a token of Bob');
  expect([texts(), useConversation.getState().waitsForOwner]).toEqual([[], false]);
  expect(keptUnsent(eve)).toMatchObject([{ text: 'My loan', refused: null }]);
  useSession.getState().signIn('another token of Eve', { ...person, id: eve });
  beginFor('another token of Eve');
  expect(unsent()).toEqual([{ text: 'My loan', refused: null }]);
  // Bob's request, which is not awaited any more; hers, and that of what she sends.
  await next('/user/support/open');
  for (const _ of ['look', 'send']) (await next('/user/support/open')).answer({ token: null });
  (await next('/user/support/thread')).answer({ messages: [], earlier: false });
  const resent = await next('/user/support/send');
  expect([resent.headers.get('Authorization'), resent.input]).toMatchObject(['another token of Eve', { text: 'My loan' }]);
});
