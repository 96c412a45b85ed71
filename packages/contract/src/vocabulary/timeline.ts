/** What the timeline of a customer is made of. */
export const timelineKinds = [
  'contract',
  'option',
  'spot',
  'plan',
  'bid',
  'deposit',
  'withdrawal',
  'address',
  'loan',
  'kyc',
  'notification',
  'chat',
  'note',
  'act',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];
