/**
 * One key for one intention: the same input keeps its `Idempotency-Key` until an answer has come, so that a second try
 * after silence finds what the first one did.
 */
export function submissionKey() {
  let key: string | null = null;
  let sent = '';
  return {
    for(input: unknown): string {
      const text = JSON.stringify(input);
      if (key === null || text !== sent) key = crypto.randomUUID();
      sent = text;
      return key;
    },
    answered(): void {
      key = null;
    },
  };
}
