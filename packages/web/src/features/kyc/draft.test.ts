import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import { documentFields, personFields } from '@assay/contract/vocabulary/kyc.ts';
import { describe, expect, test } from 'vitest';
import { type Draft, check, emptyDraft, errorsIn, fieldsOf, keptBy, stepOf } from './draft.ts';

const today = '2030-01-07';
const file = new File(['x'], 'x.png');
const fresh: Kyc = {
  status: 'notVerified',
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
  hours: 48,
  documentType: null,
  higherLimits: null,
  higherLimitsFrom: null,
  kept: [],
  rejected: [],
};
const failed: Kyc = {
  ...fresh,
  status: 'failed',
  documentType: 'idCard',
  kept: [
    ...personFields.filter((field) => field !== 'address'),
    'documentType',
    ...documentFields,
    'back',
    'holding',
    'signature',
  ],
  rejected: [
    { field: 'address', reason: 'mismatch' },
    { field: 'front', reason: 'cropped' },
  ],
};

describe('the first time', () => {
  test('every field is asked for in its step', () => {
    expect(fieldsOf('person', emptyDraft, fresh)).toEqual(personFields);
    expect(fieldsOf('photos', { ...emptyDraft, documentType: 'passport' }, fresh)).toEqual(['front', 'holding']);
    expect(fieldsOf('photos', { ...emptyDraft, documentType: 'driverLicence' }, fresh)).toEqual(['front', 'back', 'holding']);
  });

  test('a step names its own faults only', () => {
    const errors = check(emptyDraft, fresh, today);
    expect(errorsIn('document', errors, emptyDraft, fresh)).toEqual({ documentType: '11030', documentNumber: '11030' });
    expect(errorsIn('signature', errors, emptyDraft, fresh)).toEqual({ signature: '11036' });
    expect(Object.keys(errorsIn('person', errors, emptyDraft, fresh))).toEqual([...personFields]);
  });

  test('a fault leads back to the step of its field', () => {
    expect(['birthdate', 'documentNumber', 'holding', 'signature'].map(stepOf)).toEqual([
      'person',
      'document',
      'photos',
      'signature',
    ]);
  });
});

describe('after a failure', () => {
  const mended: Draft = { ...emptyDraft, address: 'Rosenweg 9, 10117 Berlin', front: file };

  test('only what was amiss is asked for, and then it can be handed in', () => {
    expect(fieldsOf('person', emptyDraft, failed)).toEqual(['address']);
    expect(fieldsOf('photos', emptyDraft, failed)).toEqual(['front']);
    expect(fieldsOf('signature', emptyDraft, failed)).toEqual([]);
    expect(check(emptyDraft, failed, today)).toEqual({ address: '11030', front: '11026' });
    expect(check(mended, failed, today)).toEqual({});
  });

  test('an expiry that was sent back is asked for again', () => {
    const expired: Kyc = {
      ...failed,
      kept: failed.kept.filter((field) => field !== 'documentExpiry'),
      rejected: [...failed.rejected, { field: 'documentExpiry', reason: 'expired' }],
    };
    expect(fieldsOf('document', emptyDraft, expired)).toContain('documentExpiry');
    expect(check(mended, expired, today)).toEqual({ documentExpiry: '11030' });
    expect(check({ ...mended, documentExpiry: '2031-01-07' }, expired, today)).toEqual({});
  });

  test('another document asks for its pictures anew', () => {
    const changed: Draft = { ...mended, documentType: 'passport', front: null };
    expect(keptBy(changed, failed).has('holding')).toBe(false);
    expect(fieldsOf('photos', changed, failed)).toEqual(['front', 'holding']);
    expect(check(changed, failed, today)).toEqual({ documentNumber: '11030', front: '11026', holding: '11026' });
  });
});
