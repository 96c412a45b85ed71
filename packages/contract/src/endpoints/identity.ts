import { z } from 'zod';
import { documentTypes, kycFields, kycReasons, sexes } from '../vocabulary/kyc.ts';
import { kycStatuses } from '../vocabulary/statuses.ts';
import { isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** Whether it is acceptable is decided field by field, with a code for each. */
const text = z.string().trim().max(200).optional();

const kyc = z.object({
  status: z.enum(kycStatuses),
  submittedAt: isoTime.nullable(),
  dueAt: isoTime.nullable().describe('when the answer is promised; null while nothing waits'),
  decidedAt: isoTime.nullable(),
  hours: z.number().int().describe('how long an answer takes at most'),
  documentType: z.enum(documentTypes).nullable().describe('of what was handed in and is kept'),
  kept: z.array(z.enum(kycFields)).describe('fields and pictures that were fine: they need not be sent again'),
  rejected: z.array(z.object({ field: z.enum(kycFields), reason: z.enum(kycReasons) })).describe('of a failed one'),
  higherLimits: z
    .enum(['waiting', 'count', 'held'])
    .nullable()
    .describe('of a verified one: whether its limits count, wait until nobody has objected, or are held by a second reviewer'),
  higherLimitsFrom: isoTime.nullable().describe('when they count, while they wait'),
});
export type Kyc = z.infer<typeof kyc>;

/** Calls of the user module about who the user is. None of them returns what was submitted. */
export const identityCalls = {
  identification: endpoint({
    method: 'POST',
    path: '/user/identification',
    auth: 'user',
    moves: true,
    body: 'multipart',
    summary: 'Hands in the identity documents (KYC); after a failed review only what was not kept',
    images: { front: 'optional', back: 'optional', holding: 'optional', signature: 'optional' },
    input: {
      firstName: text,
      lastName: text,
      sex: z.enum(sexes).optional(),
      birthdate: text.describe('yyyy-mm-dd'),
      country: text.describe('ISO 3166-1 alpha-2'),
      address: text,
      email: text,
      phone: text.describe('with + and area code'),
      documentType: z.enum(documentTypes).optional(),
      documentNumber: text.describe('as it stands in the document'),
      documentExpiry: text.describe('yyyy-mm-dd; left out where the document shows none'),
    },
    result: kyc.extend({ notice: z.literal('20001') }),
  }),
  kyc: endpoint({
    method: 'GET',
    path: '/user/kyc',
    auth: 'user',
    summary: 'How far the own identification is, and why it failed (beyond the specification)',
    input: {},
    result: kyc,
  }),
  image: endpoint({
    method: 'GET',
    path: '/user/image/{id}',
    auth: 'user',
    summary: 'A picture that the user has handed in, as it is kept (beyond the specification)',
    files: ['image/jpeg', 'image/png'],
    input: { id: z.uuid() },
    result: z.null(),
  }),
};
