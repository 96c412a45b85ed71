import { expect, test } from 'vitest';
import { wire } from '../../../test/wire.ts';
import { useSession } from '../../shared/client/session.ts';
import { beginFor, useConversation } from './conversation.ts';
import { keptUnsent } from './kept.ts';

const texts = () => useConversation.getState().unsent.map(({ text }) => text);

test('what was written and not sent is not the next person’s to send in this window', () => {
  wire();
  const written = [{ clientId: crypto.randomUUID(), text: 'My loan', at: 1 }];
  sessionStorage.setItem('chatUnsent', JSON.stringify(written));
  sessionStorage.setItem('chatOwner', 'u1');
  const person = { id: 'u2', userName: 'bob', email: 'b', language: 'en', kycStatus: 'none', inviteCode: 'B', createdAt: '' };
  useSession.getState().signIn('another token', person);
  beginFor('another token');
  expect([texts(), keptUnsent('u2')]).toEqual([[], []]);
});
