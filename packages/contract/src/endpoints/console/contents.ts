import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { workingRoles } from '../../vocabulary/operators.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { subjects } from '../instruments/about.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, proposed, reason } from './units.ts';

const type = z.number().int().min(1).max(6).describe('1 company, 2 policy, 3 other, 4 FAQ, 5 notice, 6 news and products');
const topic = z.string().regex(/^[a-z]{1,20}$/);
const language = z.enum(languages);
const version = z.number().int().min(1);

const head = {
  id,
  slug: z.string().nullable(),
  type,
  topic: topic.nullable(),
  subjects: z.array(z.string()).describe('what it is about: codes, or classes in small letters'),
  publishedAt: isoTime.nullable().describe('null while it is a draft'),
  changed: z.boolean().describe('a newer text than the one that is shown has been saved'),
  waiting: id.nullable().describe('the proposal that would publish it or take it back'),
};
const content = z.object({ ...head, title: z.string().describe('in the language that was asked for; empty where unwritten') });
export type DeskContent = z.infer<typeof content>;

/** The versions that the operator has read, by language: later ones are not part of the decision. */
const seen = z.partialRecord(language, version).describe('the version that was read, of each language');

const text = z.object({
  language,
  version,
  title: z.string(),
  body: z.string().describe('Markdown'),
  shown: version.nullable().describe('the version that is published'),
  writtenAt: isoTime,
  writtenBy: operatorRef.nullable().describe('null: came with the product'),
});

/** Pages for customers in ten languages. Who writes and who publishes may differ; legal pages need two persons. */
export const contentDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/contents/list',
    roles: workingRoles,
    summary: 'Contents, drafts too, newest first',
    input: { type: z.coerce.number().int().min(1).max(6).optional(), lang: language.default('en'), ...page },
    result: listOf(content),
  }),
  detail: deskCall({
    method: 'GET',
    path: '/contents/detail/{id}',
    roles: workingRoles,
    summary: 'One content with the newest text of each language',
    input: { id },
    result: z.object({ ...head, texts: z.array(text) }),
  }),
  history: deskCall({
    method: 'GET',
    path: '/contents/history/{id}',
    roles: workingRoles,
    summary: 'Every text that was ever saved in a language, newest first',
    input: { id, language, ...page },
    result: listOf(text),
  }),
  create: deskCall({
    method: 'POST',
    path: '/contents/create',
    roles: ['support', 'administrator'],
    summary: 'Begins a draft, without a text in any language. Refused with 11009 where it is about what is not listed',
    input: { type, topic: topic.optional(), subjects: subjects.optional() },
    result: z.object({ id }),
    moves: true,
  }),
  save: deskCall({
    method: 'POST',
    path: '/contents/save',
    roles: ['support', 'administrator'],
    summary: 'Saves a text; customers see it when it is published. Refused with 11107 when somebody has saved meanwhile',
    input: {
      id,
      language,
      basedOn: z.number().int().min(0).describe('the version that was edited; 0 for the first'),
      title: z.string().trim().min(1).max(200),
      body: z.string().trim().min(1).max(30_000),
    },
    result: z.object({ version }),
    moves: true,
  }),
  tie: deskCall({
    method: 'POST',
    path: '/contents/tie',
    roles: ['administrator'],
    summary: 'Says what a content is about: it is shown with these instruments. Refused with 11009 for what is not listed',
    input: { id, subjects },
    result: z.object({ subjects: z.array(z.string()) }),
    moves: true,
  }),
  publish: deskCall({
    method: 'POST',
    path: '/contents/publish',
    roles: ['administrator'],
    summary:
      'Shows the newest texts. Refused with 11105 and 11106 when they are not complete, with 11107 when they are not those that were read, with 11108 for legal pages',
    input: { id, seen },
    result: z.object({ publishedAt: isoTime }),
    moves: true,
  }),
  unpublish: deskCall({
    method: 'POST',
    path: '/contents/unpublish',
    roles: ['administrator'],
    summary: 'Takes a content back; refused with 11108 for legal pages',
    input: { id },
    result: z.object({ publishedAt: z.null() }),
    moves: true,
  }),
  propose: deskCall({
    method: 'POST',
    path: '/contents/propose',
    roles: ['administrator'],
    summary: 'Proposes to publish a page of company or policy with its texts as they are now, or to take it back',
    input: { id, publish: z.boolean(), seen: seen.optional().describe('to publish: the versions that were read'), reason },
    result: proposed,
    moves: true,
  }),
};
