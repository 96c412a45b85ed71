import { z } from 'zod';
import { languages } from '../vocabulary/languages.ts';
import {
  conversationStatuses,
  messageAuthors,
  messageCharsMax,
  messageKinds,
  visitorConversationDays,
} from '../vocabulary/support.ts';
import { id, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** Whether an operator is there to answer. */
export const officeHours = z.object({
  open: z.boolean(),
  changesAt: isoTime.nullable().describe('when it closes, or opens next; null when it never does'),
  timeZone: z.string(),
});
export type OfficeHours = z.infer<typeof officeHours>;

export const supportMessage = z.object({
  seq: z.number().int().describe('1 for the first of a conversation, without gaps'),
  author: z.enum(messageAuthors),
  kind: z.enum(messageKinds),
  clientId: z.string().nullable().describe('as its sender named it; null for what the other side sent'),
  operator: z.string().nullable().describe('name of the operator who wrote it'),
  text: z.string().nullable().describe('plain text: it is shown as it stands'),
  imageId: z.string().nullable(),
  at: isoTime,
});
export type SupportMessage = z.infer<typeof supportMessage>;

const thread = z.object({
  status: z.enum(conversationStatuses),
  language: z.enum(languages),
  messages: z.array(supportMessage).describe('oldest first'),
  earlier: z.boolean().describe('true when there are messages before the first of these'),
  lastSeq: z.number().int(),
  readByCustomer: z.number().int().describe('number of the last message that the customer has seen'),
  readByOperator: z.number().int(),
  operator: z.string().nullable().describe('who answers at present'),
  operatorTyping: z.boolean(),
  office: officeHours,
});
export type SupportThread = z.infer<typeof thread>;

/** A message as it is written: at least one character that can be seen, and not too many. */
export const messageText = z
  .string({ error: '11120' })
  .max(messageCharsMax, { error: '11120' })
  .regex(/\P{White_Space}/u, { error: '11120' })
  .describe('plain text');
const clientId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .describe('made by the sender, new for each message');
const seq = z.coerce.number().int().min(0);
const sent = z.object({ message: supportMessage });

/**
 * Calls of the service chat. They are for customers and for visitors: `Authorization` carries a session, whose account then
 * has the conversation, or the token that `openSupport` gave a visitor.
 */
export const supportCalls = {
  supportHours: endpoint({
    method: 'GET',
    path: '/user/support/hours',
    auth: 'public',
    summary: 'Whether somebody is there to answer (beyond the specification, as all of the chat’s calls)',
    input: {},
    result: officeHours,
  }),
  openSupport: endpoint({
    method: 'POST',
    path: '/user/support/open',
    auth: 'public',
    summary: `Starts the conversation, or resumes it. A visitor gets its token, once; it is erased ${visitorConversationDays} days after its last message`,
    input: { language: z.enum(languages) },
    result: z.object({ token: z.string().nullable().describe('for a visitor’s new conversation') }),
  }),
  supportThread: endpoint({
    method: 'GET',
    path: '/user/support/thread',
    auth: 'public',
    summary: 'The conversation: its newest messages, those `after` a number, or those `before` one',
    input: { after: seq.optional(), before: seq.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) },
    result: thread,
  }),
  sendSupport: endpoint({
    method: 'POST',
    path: '/user/support/send',
    auth: 'public',
    summary: 'Says something. Sent again with the same `clientId`, it is the same message',
    input: { clientId, text: messageText },
    result: sent,
  }),
  sendSupportImage: endpoint({
    method: 'POST',
    path: '/user/support/sendImage',
    auth: 'public',
    body: 'multipart',
    images: { image: 'required' },
    summary: 'Shows a picture, which both sides see; each view is written down',
    input: { clientId },
    result: sent,
  }),
  supportTyping: endpoint({
    method: 'POST',
    path: '/user/support/typing',
    auth: 'public',
    summary: 'Says that something is being typed',
    input: {},
    result: z.null(),
  }),
  readSupport: endpoint({
    method: 'POST',
    path: '/user/support/read',
    auth: 'public',
    summary: 'Says up to which message the conversation was seen',
    input: { seq },
    result: z.null(),
  }),
  supportImage: endpoint({
    method: 'GET',
    path: '/user/support/image/{id}',
    auth: 'public',
    files: ['image/jpeg', 'image/png'],
    summary: 'A picture of one’s own conversation',
    input: { id },
    result: z.null(),
  }),
};
