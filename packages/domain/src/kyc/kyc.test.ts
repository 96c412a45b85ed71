import { type IdentityImage, type KycField, documentFields, kycFields, personFields } from '@assay/contract/vocabulary/kyc.ts';
import { kycStatuses } from '@assay/contract/vocabulary/statuses.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countries } from './countries.ts';
import { decideReview } from './decide-review.ts';
import {
  type SubmissionRequest,
  type SubmissionSituation,
  decideSubmission,
  imagesFor,
  keptAfter,
} from './decide-submission.ts';
import { ageOn, checkField, nameSkeleton, normalNumber, numberSkeleton } from './person.ts';
import { mayBecome } from './statuses.ts';

const today = '2030-01-07';
const ada: SubmissionRequest = {
  firstName: 'Ada',
  lastName: "O'Connor-Müller",
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenallee 4, 10115 Berlin',
  email: 'ada@example.com',
  phone: '+4915112345678',
  documentType: 'idCard',
};
const fresh: SubmissionSituation = {
  status: 'notVerified',
  documentType: null,
  kept: [],
  asked: [],
  images: new Set(['front', 'back', 'holding', 'signature']),
  today,
};

test('the statuses of the specification lead into each other and nowhere else', () => {
  const table = kycStatuses.map((from) => kycStatuses.filter((to) => mayBecome(from, to)));
  expect(table).toEqual([['pendingReview'], ['verified', 'failed'], [], ['pendingReview']]);
});

test('all that is asked for is a submission, with nothing kept', () => {
  expect(decideSubmission(ada, fresh)).toEqual({
    person: { ...ada, documentType: undefined },
    documentType: 'idCard',
    images: ['front', 'back', 'holding', 'signature'],
    kept: [],
  });
});

test('an ID card and a licence have a back, a passport has none', () => {
  const images = new Set(['front', 'holding', 'signature'] as const);
  for (const documentType of ['idCard', 'driverLicence'] as const) {
    expect(decideSubmission({ ...ada, documentType }, { ...fresh, images })).toEqual({
      refused: '11026',
      fields: { back: '11026' },
    });
  }
  expect(decideSubmission({ ...ada, documentType: 'passport' }, { ...fresh, images })).toMatchObject({
    images: ['front', 'holding', 'signature'],
  });
  // A back that is sent with a passport is not taken.
  expect(decideSubmission({ ...ada, documentType: 'passport' }, fresh)).toMatchObject({
    images: ['front', 'holding', 'signature'],
  });
});

test('everything that is missing is named at once', () => {
  const nothing = decideSubmission({}, { ...fresh, images: new Set() });
  expect(nothing).toEqual({
    refused: '11030',
    fields: {
      ...Object.fromEntries(personFields.map((field) => [field, '11030'])),
      documentType: '11030',
      front: '11026',
      holding: '11026',
      signature: '11036',
    },
  });
});

test('nobody hands in while a review is pending, or after it', () => {
  for (const status of ['pendingReview', 'verified'] as const)
    expect(decideSubmission(ada, { ...fresh, status })).toEqual({ refused: '10019', fields: {} });
});

describe('a field', () => {
  test.for([
    ['firstName', 'Ada', undefined],
    ['firstName', '王小明', undefined],
    ['firstName', 'محمد', undefined],
    ['firstName', 'Ada <b>', '11031'],
    ['firstName', 'x'.repeat(61), '11031'],
    ['firstName', 'A1', '11031'],
    ['birthdate', '2012-01-07', undefined],
    ['birthdate', '2012-01-08', '11029'],
    ['birthdate', '2030-01-08', '11032'],
    ['birthdate', '1989-02-29', '11032'],
    ['birthdate', '1900-01-01', '11032'],
    ['birthdate', '17.05.1990', '11032'],
    ['country', 'HK', undefined],
    ['country', 'XX', '11033'],
    ['country', 'de', '11033'],
    ['address', '1 Rd', '11035'],
    ['address', 'Line\u0000break 5', '11035'],
    ['email', 'ada@example', '10002'],
    ['phone', '+85291234567', undefined],
    ['phone', '85291234567', '11034'],
    ['documentNumber', 'l01x-00t 47', undefined],
    ['documentNumber', '٤٥٦٧٨٩', undefined],
    ['documentNumber', 'ABCDEF', '11260'],
    ['documentNumber', '1'.repeat(25), '11260'],
    ['documentNumber', '12<b>', '11260'],
    ['documentExpiry', '2030-01-07', undefined],
    ['documentExpiry', '2030-01-06', '11261'],
    ['documentExpiry', '2031-02-29', '11261'],
    ['phone', '+0123456789', '11034'],
    ['phone', '+1234567890123456', '11034'],
    ['sex', 'x', '11030'],
  ] as const)('%s of %j answers %s', ([field, text, code]) => {
    expect(checkField(field, text, today)).toBe(code);
  });
});

test('a person is a year older on the birthday, and on 1 March when it is 29 February', () => {
  expect([ageOn('2000-06-15', '2018-06-14'), ageOn('2000-06-15', '2018-06-15')]).toEqual([17, 18]);
  expect([ageOn('2004-02-29', '2022-02-28'), ageOn('2004-02-29', '2022-03-01')]).toEqual([17, 18]);
});

test('after a failure only what was amiss has to be sent again', () => {
  const kept = keptAfter('idCard', new Set<KycField>(['front', 'address']), {}, today);
  const situation = { ...fresh, status: 'failed', documentType: 'idCard', kept, images: new Set(['front'] as const) } as const;
  const answer = decideSubmission({ address: 'Rosenweg 9, 10117 Berlin' }, situation);
  expect(answer).toMatchObject({ person: { address: 'Rosenweg 9, 10117 Berlin' }, documentType: 'idCard', images: ['front'] });
  expect('kept' in answer && answer.kept).toEqual([
    ...personFields.filter((field) => field !== 'address'),
    'documentType',
    'back',
    'holding',
    'signature',
  ]);
});

test('another document makes the pictures of the one before worthless', () => {
  const numbered = { documentNumber: 'L01X00T47' };
  expect(keptAfter('idCard', new Set<KycField>(['documentType']), numbered, today)).toEqual([...personFields, 'signature']);
  expect(keptAfter('idCard', new Set<KycField>(['front']), numbered, today)).toContain('documentNumber');
  const kept = keptAfter('idCard', new Set<KycField>(['address']), numbered, today);
  const situation = { ...fresh, status: 'failed', documentType: 'idCard', kept, images: new Set<IdentityImage>() } as const;
  expect(decideSubmission({ address: 'Rosenweg 9', documentType: 'passport' }, situation)).toMatchObject({
    fields: { front: '11026', holding: '11026' },
  });
});

test('what names the document may be left out until it was told or sent back, and is kept while it is valid', () => {
  const valid = (documentExpiry: string) => keptAfter('idCard', new Set<KycField>(['address']), { documentExpiry }, today);
  expect([valid('2030-01-07').includes('documentExpiry'), valid('2030-01-06').includes('documentExpiry')]).toEqual([
    true,
    false,
  ]);
  const before = { ...fresh, status: 'failed', documentType: 'idCard' } as const;
  const without = (asked: readonly KycField[], documentType: 'idCard' | 'driverLicence') =>
    decideSubmission({ ...ada, documentType }, { ...before, asked });
  expect(without(['address'], 'idCard')).not.toHaveProperty('refused');
  const both = ['documentNumber', 'documentExpiry'] as const;
  expect(without(both, 'idCard')).toEqual({
    refused: '11030',
    fields: { documentNumber: '11030', documentExpiry: '11030' },
  });
  // Another document has a number too, and may show no expiry.
  expect(without(both, 'driverLicence')).toEqual({ refused: '11030', fields: { documentNumber: '11030' } });
});

test('whatever is sent and kept, a submission has every field and picture of its document exactly once', () => {
  const field = fc.constantFrom(...kycFields);
  const fields = fc.uniqueArray(field);
  fc.assert(
    fc.property(fields, fields, fc.constantFrom('idCard', 'passport'), fc.boolean(), (kept, some, document, complete) => {
      // What is kept of another document counts no more.
      const counting = document === ada.documentType ? kept : [];
      const sent: readonly string[] = complete
        ? kycFields.filter((one) => some.includes(one) || !counting.includes(one))
        : some;
      const request = Object.fromEntries(Object.entries(ada).filter(([name]) => sent.includes(name)));
      const images = new Set(imagesFor('idCard').filter((image) => sent.includes(image)));
      const answer = decideSubmission(request, { ...fresh, status: 'failed', documentType: document, kept, images });
      expect(complete && 'refused' in answer).toBe(false);
      if ('refused' in answer) return;
      const all = [...Object.keys(answer.person), ...answer.images, ...answer.kept].filter((name) => name !== 'documentType');
      // What names the document may be left out, and is never there twice.
      const told = documentFields.filter((name) => all.includes(name));
      expect(all.toSorted()).toEqual([...personFields, ...told, ...imagesFor(answer.documentType)].toSorted());
    }),
  );
});

test('a number and a name are the same however they are written', () => {
  expect(['l01x-00t 47', 'Ｌ01X.00T47', ' L01X00T47<'].map(normalNumber)).toEqual(['L01X00T47', 'L01X00T47', 'L01X00T47']);
  expect(normalNumber('۴۵۶٤٥٦०९𝟗')).toBe('456456099');
  const names = [
    ['José María', 'Núñez'],
    ['NUÑEZ', 'Jose-Maria'],
  ] as const;
  expect(names.map(([firstName, lastName]) => nameSkeleton({ firstName, lastName }))).toEqual([
    'JOSE MARIA NUNEZ',
    'JOSE MARIA NUNEZ',
  ]);
  expect(nameSkeleton({ firstName: '小明', lastName: '王' })).toBe('小明 王');
});

test('letters and digits that look alike compare as equal, and stay apart where they do not', () => {
  const latin = 'C01X00T47';
  const cyrillic = 'С01Х00Т47';
  const greek = 'C01Χ00Τ47';
  expect(new Set([latin, cyrillic, greek]).size).toBe(3);
  expect([latin, cyrillic, greek, 'СOIXOOT47'].map(numberSkeleton)).toEqual(Array.from({ length: 4 }, () => 'C01X00T47'));
  expect(numberSkeleton('Б01Ж')).toBe('Б01Ж');
  // The number itself stays as it was typed.
  expect(normalNumber('CO1X')).toBe('CO1X');
  const oto = { firstName: 'Oto', lastName: 'Mach' };
  expect(nameSkeleton({ firstName: 'Ото', lastName: 'Масh' })).toBe(nameSkeleton(oto));
  expect(nameSkeleton({ firstName: 'Иван', lastName: 'Жуков' })).toBe(nameSkeleton({ firstName: 'ЖУКОВ', lastName: 'Иван' }));
  expect(nameSkeleton({ firstName: 'Иван', lastName: 'Жуков' })).not.toBe(nameSkeleton(oto));
});

test('a review fails for a reason that fits a field of the document, and verifies without any', () => {
  const waiting = { status: 'pendingReview', documentType: 'passport' } as const;
  const fail = (rejected: Parameters<typeof decideReview>[0]['rejected']) =>
    decideReview({ status: 'failed', rejected }, waiting);
  expect(decideReview({ status: 'verified', rejected: [] }, waiting)).toBeUndefined();
  expect(fail([{ field: 'front', reason: 'cropped' }])).toBeUndefined();
  expect(fail([])).toBe('11039');
  expect(fail([{ field: 'back', reason: 'cropped' }])).toBe('11039');
  expect(fail([{ field: 'firstName', reason: 'cropped' }])).toBe('11039');
  expect(
    fail([
      { field: 'front', reason: 'cropped' },
      { field: 'front', reason: 'expired' },
    ]),
  ).toBe('11039');
  expect(decideReview({ status: 'verified', rejected: [{ field: 'front', reason: 'cropped' }] }, waiting)).toBe('11039');
  expect(decideReview({ status: 'verified', rejected: [] }, { ...waiting, status: 'failed' })).toBe('10019');
});

test('the list of countries is that of ISO 3166-1, each once', () => {
  expect([countries.length, new Set(countries).size]).toEqual([249, 249]);
  expect(countries.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
});
