/** Where somebody may sign in from besides here. */
export const signInKinds = ['google', 'wallet'] as const;
export type SignInKind = (typeof signInKinds)[number];
/** Linked to one account at most. */
export const signInsMax = 10;
/** Passkeys of one account at most. */
export const passkeysMax = 10;
