/** Other providers that a user may sign in with. */
export const signInKinds = ['google', 'wallet'] as const;
export type SignInKind = (typeof signInKinds)[number];
/** Linked to one account at most. */
export const signInsMax = 10;
/** Passkeys of one account at most. */
export const passkeysMax = 10;
