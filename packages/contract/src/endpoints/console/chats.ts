import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { conversationStatuses, messageAuthors, messageCharsMax, messageKinds } from '../../vocabulary/support.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { messageText, supportMessage } from '../support.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef } from './units.ts';

const desk = ['support', 'administrator'] as const;

const customer = z.object({ id, userName: z.string() }).nullable().describe('null for a visitor');
const head = {
  id,
  customer,
  language: z.enum(languages),
  status: z.enum(conversationStatuses),
  assignedTo: operatorRef.nullable(),
  createdAt: isoTime,
  waitingSince: isoTime.nullable().describe('of the first message that nobody has answered'),
  lastAt: isoTime,
};
const listed = z.object({
  ...head,
  excerpt: z.string().nullable().describe('the beginning of the newest message; null for a picture'),
  newestBy: z.enum(messageAuthors),
  newestKind: z.enum(messageKinds),
  unread: z.number().int().describe('messages of the customer that no operator in charge has seen'),
});
export type ChatItem = z.infer<typeof listed>;

const conversation = z.object({
  ...head,
  messages: z.array(supportMessage).describe('oldest first'),
  earlier: z.boolean(),
  lastSeq: z.number().int(),
  readByCustomer: z.number().int(),
  customerTyping: z.boolean(),
  customerHere: z.boolean().describe('the chat is open in front of the customer'),
});
export type Chat = z.infer<typeof conversation>;

const texts = z.record(z.enum(languages), z.string().trim().min(1).max(messageCharsMax)).describe('in all ten languages');
const canned = z.object({ id, title: z.string(), texts });
export type CannedAnswer = z.infer<typeof canned>;

const state = z.object({ status: z.enum(conversationStatuses), assignedTo: operatorRef.nullable() });

/**
 * The service chat. An operator takes a conversation and then answers it; its holder, or an administrator, may hand it
 * over.
 */
export const chatDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/chats/list',
    roles: desk,
    summary: 'Conversations: those that wait, the longest waiting first; others with the newest message first',
    input: { status: z.enum(conversationStatuses).default('waiting'), mine: z.enum(['YES', 'NO']).default('NO'), ...page },
    result: listOf(listed),
  }),
  detail: deskCall({
    method: 'GET',
    path: '/chats/detail/{id}',
    roles: desk,
    summary: 'A conversation with its newest messages, or those before a number',
    input: { id, before: z.coerce.number().int().min(1).optional() },
    result: conversation,
  }),
  take: deskCall({
    method: 'POST',
    path: '/chats/take',
    roles: desk,
    summary: 'Takes a conversation on; refused with 11072 while somebody else, who is active, has it',
    input: { id },
    result: state,
    moves: true,
  }),
  answer: deskCall({
    method: 'POST',
    path: '/chats/answer',
    roles: desk,
    summary: 'Answers a conversation that one has taken. Sent again with the same `clientId`, it is the same message',
    input: { id, clientId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/), text: messageText },
    result: z.object({ message: supportMessage }),
    moves: true,
  }),
  handOver: deskCall({
    method: 'POST',
    path: '/chats/handOver',
    roles: desk,
    summary:
      'Hands a conversation that one has taken to a colleague, or back to those that wait; an administrator anybody’s that is not closed',
    input: { id, to: id.optional() },
    result: state,
    moves: true,
  }),
  close: deskCall({
    method: 'POST',
    path: '/chats/close',
    roles: desk,
    summary: 'Closes a conversation that one has taken',
    input: { id },
    result: state,
    moves: true,
  }),
  typing: deskCall({
    method: 'POST',
    path: '/chats/typing',
    roles: desk,
    summary: 'Says to the customer that an answer is being typed',
    input: { id },
    result: z.null(),
  }),
  read: deskCall({
    method: 'POST',
    path: '/chats/read',
    roles: desk,
    summary: 'Says up to which message the holder of the conversation has seen it',
    input: { id, seq: z.number().int().min(0) },
    result: z.null(),
  }),
  colleagues: deskCall({
    method: 'GET',
    path: '/chats/colleagues',
    roles: desk,
    summary: 'Operators who answer chats',
    input: {},
    result: z.array(operatorRef).max(200),
  }),
  canned: deskCall({
    method: 'GET',
    path: '/chats/canned',
    roles: desk,
    summary: 'Prepared answers by title',
    input: {},
    result: z.array(canned).max(200),
  }),
  saveCanned: deskCall({
    method: 'POST',
    path: '/chats/saveCanned',
    roles: desk,
    summary: 'Saves a prepared answer: a new one, or another text of one',
    input: { id: id.optional(), title: z.string().trim().min(1).max(80), texts },
    result: canned,
    moves: true,
  }),
  removeCanned: deskCall({
    method: 'POST',
    path: '/chats/removeCanned',
    roles: desk,
    summary: 'Removes a prepared answer',
    input: { id },
    result: z.null(),
    moves: true,
  }),
};
