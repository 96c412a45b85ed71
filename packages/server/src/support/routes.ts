import { supportCalls } from '@assay/contract/endpoints/support.ts';
import { type Http, type PublicCall, serve, servePublicForm } from '../platform/http.ts';
import { fileName } from '../platform/images/own-images.ts';
import { networkOf } from '../platform/networks.ts';
import { type Refusal, isRefusal, refuse, tooMany } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import type { SupportContext } from './context.ts';
import { type OwnConversation, type Party, openConversation, ownConversation, partyOf } from './party.ts';
import { wireId } from './row.ts';
import { sendMessage } from './send.ts';
import { officeNow, readThread } from './thread.ts';

/** What one conversation, and one network, may do in a minute; what holds for a day is counted in the database. */
const perMinute = (max: number) => ({ max, windowMs: 60_000 });
const limits = { send: perMinute(30), image: perMinute(6), network: perMinute(120), look: perMinute(120) } as const;

/** GET support/hours, thread, image/{id} · POST support/open, send, sendImage, typing, read */
export function serveSupport(http: Http, context: SupportContext): void {
  const { db } = context;

  const party = (call: PublicCall): Promise<Party | Refusal> => partyOf(http.authenticate, call);
  /** The caller's conversation, within the rate limits. */
  const own = async (call: PublicCall, what: keyof typeof limits): Promise<OwnConversation | Refusal> => {
    const caller = await party(call);
    if (isRefusal(caller)) return caller;
    const conversation = await ownConversation(context, caller);
    if (isRefusal(conversation)) return conversation;
    const waitMs = Math.max(
      http.limit(`support:${what}:${conversation.conversationId}`, limits[what]),
      what === 'look' ? 0 : http.limit(`support:network:${networkOf(call.ip)}`, limits.network),
    );
    return waitMs > 0 ? tooMany(waitMs / 1000) : conversation;
  };

  serve(http, supportCalls.supportHours, () => officeNow(context));
  serve(http, supportCalls.openSupport, async (call, input) => {
    const caller = await party(call);
    if (isRefusal(caller)) return caller;
    return db.transact((tx) => openConversation(context, tx, { party: caller, ip: call.ip }, input));
  });
  serve(http, supportCalls.supportThread, async (call, input) => {
    const conversation = await own(call, 'look');
    return isRefusal(conversation) ? conversation : readThread(context, conversation, input);
  });
  serve(http, supportCalls.sendSupport, async (call, input) => {
    const conversation = await own(call, 'send');
    return isRefusal(conversation) ? conversation : db.transact((tx) => sendMessage(context, tx, conversation, input));
  });
  servePublicForm(
    http,
    supportCalls.sendSupportImage,
    (call) => own(call, 'image'),
    (conversation, { clientId }, { image }) => db.transact((tx) => sendMessage(context, tx, conversation, { clientId, image })),
  );
  serve(http, supportCalls.supportTyping, async (call) => {
    const conversation = await own(call, 'look');
    if (isRefusal(conversation)) return conversation;
    const { conversationId } = conversation;
    await db.query('update conversations set customer_typing_at = $2 where id = $1', [
      conversationId,
      new Date(context.clock.wall()),
    ]);
    return null;
  });
  serve(http, supportCalls.readSupport, async (call, { seq }) => {
    const conversation = await own(call, 'look');
    if (isRefusal(conversation)) return conversation;
    await db.query(
      `update conversations set read_by_customer = least($2, last_seq)
       where id = $1 and read_by_customer < least($2, last_seq)`,
      [conversation.conversationId, seq],
    );
    return null;
  });
  serve(http, supportCalls.supportImage, async (call, { id }) => {
    const conversation = await own(call, 'look');
    if (isRefusal(conversation)) return conversation;
    const { conversationId } = conversation;
    const [shown] = await db.query<{ id: string }>(
      'select image_id::text as id from conversation_messages where conversation_id = $1 and image_id::text = $2',
      [conversationId, id],
    );
    if (shown === undefined) return refuse('404');
    const image = await http.images.readShared(shown.id, 'chat', wireId(conversationId));
    return isRefusal(image) ? image : new Download(fileName(id, image.type), image.type, image.bytes, 'inline');
  });
}
