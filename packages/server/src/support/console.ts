import { chatDeskCalls as calls } from '@assay/contract/endpoints/console/chats.ts';
import { type Audit, type Desk, looked, serveDesk, serveDeskMove } from '../operators/index.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import type { SupportContext } from './context.ts';
import { type Settled, answerChat, closeChat, handOverChat, takeChat } from './desk/acts.ts';
import { listCanned, removeCanned, saveCanned } from './desk/canned.ts';
import { chatsWaiting, colleagues, listChats, readChat } from './desk/inbox.ts';
import { rowId, tellCustomer, wireId } from './row.ts';

/** The desk of the service chat: the inbox, taking on, answers, handing over, closing, and prepared answers. */
export function serveSupportDesk(desk: Desk, context: SupportContext): void {
  const { db, clock } = desk;
  serveDesk(desk, calls.list, (call, input) => listChats(db, call, input));
  serveDesk(
    desk,
    calls.detail,
    (_, input) => readChat(db, clock.wall(), input),
    (_, { customer }) => looked(customer?.id, 'chat'),
  );
  serveDesk(desk, calls.colleagues, () => colleagues(db));
  serveDesk(desk, calls.canned, () => listCanned(db));

  serveDeskMove(desk, calls.take, async ({ operator }, { id }, tx, audit) =>
    logged(audit, 'chat.taken', await takeChat(context, tx, operator, rowId(id))),
  );
  serveDeskMove(desk, calls.handOver, async ({ operator }, { id, to }, tx, audit) =>
    logged(audit, 'chat.handedOver', await handOverChat(context, tx, operator, { id: rowId(id), to })),
  );
  serveDeskMove(desk, calls.close, async ({ operator }, { id }, tx, audit) =>
    logged(audit, 'chat.closed', await closeChat(context, tx, operator, rowId(id))),
  );
  serveDeskMove(desk, calls.answer, async ({ operator }, { id, ...said }, tx, audit) => {
    const answered = await answerChat(context, tx, operator, { id: rowId(id), ...said });
    if (isRefusal(answered)) return answered;
    const { message, repeated, row } = answered;
    // A second sending is no second answer, but it is an act that the log knows of.
    const details = { seq: message.seq, customer: row.userId, ...(repeated && { repeated }) };
    audit({ action: 'chat.answered', subject: `chat:${wireId(row.id)}`, details });
    return { message };
  });

  serveAttention(desk, context);
  serveCannedAnswers(desk);
  desk.queue('chats', chatsWaiting);
}

/** Typing and reading change nothing that has to be accounted for; only the holder of the conversation shows either. */
function serveAttention(desk: Desk, context: SupportContext): void {
  const { db, clock } = desk;
  type Seen = { userId: string | null; lastSeq: number };
  const returning = 'returning user_id::text as "userId", last_seq as "lastSeq"';
  serveDesk(desk, calls.typing, async ({ operator }, { id }) => {
    const [row] = await db.query<Seen>(
      `update conversations set operator_typing_at = $3, active_at = $3 where id = $1 and assigned_to = $2 ${returning}`,
      [rowId(id), operator.id, new Date(clock.wall())],
    );
    if (row !== undefined) tellCustomer(context, row);
    return null;
  });
  serveDesk(desk, calls.read, async ({ operator }, { id, seq }) => {
    const [row] = await db.query<Seen>(
      `update conversations set read_by_operator = least($3, last_seq)
       where id = $1 and assigned_to = $2 and read_by_operator < least($3, last_seq) ${returning}`,
      [rowId(id), operator.id, seq],
    );
    if (row !== undefined) tellCustomer(context, row);
    return null;
  });
}

function serveCannedAnswers(desk: Desk): void {
  serveDeskMove(desk, calls.saveCanned, async ({ operator }, input, tx, audit) => {
    const saved = await saveCanned(tx, { operatorId: operator.id, now: desk.clock.wall() }, input);
    if (isRefusal(saved)) return saved;
    audit({ action: 'answer.saved', subject: `answer:${saved.id}`, details: { title: saved.title, texts: saved.texts } });
    return saved;
  });
  serveDeskMove(desk, calls.removeCanned, async (_, { id }, tx, audit) => {
    const title = await removeCanned(tx, id);
    if (isRefusal(title)) return title;
    audit({ action: 'answer.removed', subject: `answer:${id}`, details: { title } });
    return null;
  });
}

/** What an act left, written to the log. */
function logged(audit: Audit, action: string, settled: Settled | Refusal) {
  if (isRefusal(settled)) return settled;
  const { id, userId, status, assignedTo } = settled;
  audit({ action, subject: `chat:${wireId(id)}`, details: { customer: userId, to: assignedTo?.name ?? null } });
  return { status, assignedTo };
}
