import { z } from 'zod';
import { documentTypes, kycFields, kycReasons, sexes } from '../../vocabulary/kyc.ts';
import { isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, workFilters } from './units.ts';

const desk = ['reviewer', 'administrator'] as const;
const caseStatuses = ['pendingReview', 'verified', 'failed'] as const;
const secondLooks = ['waiting', 'count', 'held'] as const;
const caseId = z.string().regex(/^[1-9][0-9]{0,14}$/);

const rejected = z.array(z.object({ field: z.enum(kycFields), reason: z.enum(kycReasons) })).max(kycFields.length);

const listed = z.object({
  id: z.string(),
  caseNo: z.string(),
  customer: z.object({ id: z.string(), userName: z.string() }),
  documentType: z.enum(documentTypes),
  alike: z
    .enum(['document', 'name'])
    .nullable()
    .describe('what another account has told too: the document, or name and birth date'),
  number: z.number().int().describe("how many times the customer has handed in, this one's place in it"),
  status: z.enum(caseStatuses),
  createdAt: isoTime,
  dueAt: isoTime,
  overdue: z.boolean(),
  rejected,
  decidedAt: isoTime.nullable(),
  decidedBy: operatorRef.nullable(),
  claimedBy: operatorRef.nullable(),
  secondLook: z
    .object({ state: z.enum(secondLooks), countsFrom: isoTime, lookedBy: operatorRef.nullable() })
    .nullable()
    .describe('of a verified one: whether the higher limits wait, count, or are held by an objection'),
});
export type KycCase = z.infer<typeof listed>;

const image = z.string().nullable().describe('id of the picture');
const detail = listed.extend({
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    sex: z.enum(sexes),
    birthdate: z.string(),
    country: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    documentNumber: z.string().nullable(),
    documentExpiry: z.string().nullable(),
  }),
  accountCountry: z.string().nullable().describe('what the account goes by; only two persons set another one in its place'),
  images: z.object({ front: image, back: image, holding: image, signature: image }),
  kept: z.array(z.enum(kycFields)).describe('taken over from the case before'),
  likenesses: z
    .array(
      z.object({
        id: z.string(),
        caseNo: z.string(),
        customer: z.object({ id: z.string(), userName: z.string() }),
        status: z.enum(caseStatuses),
        by: z.enum(['document', 'name']),
        samePerson: z.boolean().describe('a reviewer has found that both are accounts of one person'),
      }),
    )
    .describe('newest cases of other accounts that told the same document, or the same name and birth date'),
  earlier: z
    .array(
      z.object({
        id: z.string(),
        caseNo: z.string(),
        status: z.enum(caseStatuses),
        createdAt: isoTime,
        rejected,
        decidedBy: operatorRef.nullable(),
      }),
    )
    .describe('of the same customer, newest first'),
});
export type KycCaseDetail = z.infer<typeof detail>;

/** Identifications. One reviewer decides; the higher limits wait for another, or until the time for objections is over. */
export const kycDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/kyc/list',
    roles: desk,
    summary: 'Identifications of one status, or verified ones that want a second look; what waits is listed by when it is due',
    input: { status: z.enum([...caseStatuses, 'secondLook']).default('pendingReview'), ...workFilters, ...page },
    result: listOf(listed),
  }),
  detail: deskCall({
    method: 'GET',
    path: '/kyc/{id}',
    roles: desk,
    summary: 'One identification with person and pictures; the audit log tells who looked',
    input: { id: caseId },
    result: detail,
  }),
  decide: deskCall({
    method: 'POST',
    path: '/kyc/decide',
    roles: desk,
    moves: true,
    summary:
      'Verifies, or sends back with a reason for each field that is amiss; refused with 10019, 11039, 11072, 11262, 11263, and with 11279 until its pictures were shown',
    input: {
      id: caseId,
      status: z.enum(['verified', 'failed']),
      rejected: rejected.default([]),
      sameAs: z
        .string()
        .regex(/^[1-9][0-9]{0,14}$/)
        .nullable()
        .optional()
        .describe('of a verified one: the customer that is the same person; null: none of those that are alike'),
    },
    result: z.object({ id: z.string(), status: z.enum(caseStatuses), decidedAt: isoTime.nullable() }),
  }),
  lookAgain: deskCall({
    method: 'POST',
    path: '/kyc/lookAgain',
    roles: desk,
    moves: true,
    summary:
      'A second look at a verified one, by another than has verified it: the higher limits count, or are held; refused with 11059, 11070, 11279',
    input: { id: caseId, objects: z.boolean(), reason: z.string().trim().min(10).max(500) },
    result: z.object({ id: z.string(), state: z.enum(secondLooks) }),
  }),
};

/** Pictures that customers have submitted, for the operators who work on the cases they belong to. */
export const imageDeskCalls = {
  image: deskCall({
    method: 'GET',
    path: '/images/{id}',
    roles: ['support', 'reviewer', 'finance', 'administrator'],
    summary: 'A picture, to roles that its purpose concerns; the audit log tells who looked',
    files: ['image/jpeg', 'image/png'],
    input: {
      id: z.uuid(),
      caseNo: z
        .string()
        .regex(/^[A-Z]\d{6}-[0-9A-Z]{10}$/)
        .optional()
        .describe('of the identification that it is looked at in; only there it counts as seen'),
    },
    result: z.null(),
  }),
};
