/** An answer that another desk has prepared for a chat, on its way there. */
export interface Draft {
  readonly draft: string;
}

/** Of what the browser keeps of a way anything may come back. */
export function draftIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'draft' in state && typeof state.draft === 'string' ? state.draft : '';
}
