import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { supportCalls } from '@assay/contract/endpoints/support.ts';
import { visitorConversationsPerDayMax, visitorTokenPrefix } from '@assay/contract/vocabulary/support.ts';
import type { Transaction } from '../platform/database.ts';
import type { Authenticate, PublicCall } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { deriveKey } from '../platform/seal.ts';
import type { SupportContext } from './context.ts';

/**
 * The person who writes to the office, as far as their token proves: a customer with a session, or a visitor with a
 * conversation.
 */
export type Party = { readonly userId: string } | { readonly tokenHash: Buffer } | 'stranger';

/** A customer's conversation, or a visitor's, is found by this alone: there is no id that could be guessed. */
export interface OwnConversation {
  readonly conversationId: number;
  readonly userId: string | null;
}

const dayMs = 86_400_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The caller. Refused with 401 when a session has ended. */
export async function partyOf(authenticate: Authenticate, { token }: PublicCall): Promise<Party | Refusal> {
  if (token === undefined) return 'stranger';
  if (token.startsWith(visitorTokenPrefix)) return { tokenHash: hashOf(token) };
  const user = await authenticate(token);
  return user === undefined ? refuse('401') : { userId: user.id };
}

/** The caller's conversation. Refused with 11123 when there is none, or when it has been erased. */
export async function ownConversation({ db }: SupportContext, party: Party): Promise<OwnConversation | Refusal> {
  if (party === 'stranger') return refuse('11123');
  const [column, value] = 'userId' in party ? ['user_id', party.userId] : ['token_hash', party.tokenHash];
  const [row] = await db.query<OwnConversation>(
    `select id as "conversationId", user_id::text as "userId" from conversations where ${column} = $1`,
    [value],
  );
  return row ?? refuse('11123');
}

/**
 * Starts a conversation, or finds the caller's own again in the language that is spoken now. Refused with 11122 when the
 * visitors of one network have started too many.
 */
export async function openConversation(
  context: SupportContext,
  tx: Transaction,
  { party, ip }: { party: Party; ip: string },
  { language }: InputOf<typeof supportCalls.openSupport>,
): Promise<ResultOf<typeof supportCalls.openSupport> | Refusal> {
  const now = context.clock.wall();
  if (party !== 'stranger' && 'userId' in party) {
    await tx.query(
      `insert into conversations (user_id, language, created_at, last_at) values ($1, $2, $3, $3)
       on conflict (user_id) do update set language = excluded.language`,
      [party.userId, language, new Date(now)],
    );
    return { token: null };
  }
  if (party !== 'stranger') {
    const known = await tx.query('update conversations set language = $2 where token_hash = $1 returning 1 as known', [
      party.tokenHash,
      language,
    ]);
    if (known.length > 0) return { token: null };
  }
  return startForVisitor(context, tx, { network: networkOf(ip), language, now });
}

async function startForVisitor(
  { secret }: SupportContext,
  tx: Transaction,
  { network, language, now }: { network: string; language: string; now: number },
): Promise<{ token: string } | Refusal> {
  const networkHash = createHmac('sha256', deriveKey(secret, 'networks of visitors')).update(network).digest();
  // Concurrent starts from the same network wait here, so that the count holds.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 190))', [networkHash.toString('hex')]);
  const [started] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from conversations where network_hash = $1 and created_at > $2',
    [networkHash, new Date(now - dayMs)],
  );
  if ((started?.count ?? 0) >= visitorConversationsPerDayMax) return refuse('11122');
  const token = visitorTokenPrefix + randomBytes(32).toString('base64url');
  await tx.query(
    'insert into conversations (token_hash, network_hash, language, created_at, last_at) values ($1, $2, $3, $4, $4)',
    [hashOf(token), networkHash, language, new Date(now)],
  );
  return { token };
}
