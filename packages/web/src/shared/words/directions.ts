/** Kept in one piece whichever way the sentence around it runs. */
export const apart = (text: string): string => `\u2068${text}\u2069`;

/** A figure with its sign and its unit: it always reads from left to right. */
export const inOrder = (text: string): string => `\u2066${text}\u2069`;
