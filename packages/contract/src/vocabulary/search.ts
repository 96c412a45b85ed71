/** What a search of operators finds. */
export const searchKinds = ['customer', 'deposit', 'withdrawal', 'kyc', 'loan', 'contract', 'option', 'spot', 'plan'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The kind of clue. `mailHouse`: the domain of a mail address; `document`: the number of an identity document. */
export const searchClues = [
  'number',
  'id',
  'userName',
  'email',
  'mailHouse',
  'inviteCode',
  'name',
  'phone',
  'document',
  'hash',
  'address',
  'amount',
] as const;
export type SearchClue = (typeof searchClues)[number];

/** How often one operator may search within a minute. */
export const searchesPerMinuteMax = 60;
/** Found in one place at most. */
export const searchHitsMax = 20;
