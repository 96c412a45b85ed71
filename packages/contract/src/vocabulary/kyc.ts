/** Fields and pictures of an identification, in the order of its steps. */
export const personFields = ['firstName', 'lastName', 'sex', 'birthdate', 'country', 'address', 'email', 'phone'] as const;
export type PersonField = (typeof personFields)[number];
/** The number of the document. Customers verified before it was required stay so. */
export const documentFields = ['documentNumber', 'documentExpiry'] as const;
export type DocumentField = (typeof documentFields)[number];
export const identityImages = ['front', 'back', 'holding', 'signature'] as const;
export type IdentityImage = (typeof identityImages)[number];
export const kycFields = [...personFields, 'documentType', ...documentFields, ...identityImages] as const;
export type KycField = (typeof kycFields)[number];

export const sexes = ['female', 'male'] as const;
export type Sex = (typeof sexes)[number];
export const documentTypes = ['idCard', 'driverLicence', 'passport'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** What a reviewer may object to; the customer's client shows it in the customer's language. */
export const kycReasons = [
  'mismatch',
  'incomplete',
  'notServed',
  'wrongDocument',
  'expired',
  'unreadable',
  'cropped',
  'faceHidden',
  'notSigned',
  'altered',
] as const;
export type KycReason = (typeof kycReasons)[number];

const ofPerson = ['mismatch', 'incomplete'] as const;
const ofDocument = ['unreadable', 'cropped', 'wrongDocument', 'expired', 'altered'] as const;

/** Which reasons a field can be sent back for. */
export const reasonsOf: Readonly<Record<KycField, readonly KycReason[]>> = {
  firstName: ofPerson,
  lastName: ofPerson,
  sex: ofPerson,
  birthdate: ofPerson,
  country: [...ofPerson, 'notServed'],
  address: ofPerson,
  email: ofPerson,
  phone: ofPerson,
  documentType: ['wrongDocument', 'expired'],
  documentNumber: ofPerson,
  documentExpiry: ['mismatch', 'expired'],
  front: ofDocument,
  back: ofDocument,
  holding: ['unreadable', 'cropped', 'faceHidden', 'mismatch', 'altered'],
  signature: ['notSigned', 'mismatch', 'unreadable'],
};
