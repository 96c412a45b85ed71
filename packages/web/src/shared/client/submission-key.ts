/**
 * Gives one submission one `Idempotency-Key`: the same body keeps its key until an answer has come, so that a second try
 * after silence finds what the first one did; a changed body, or a new submission after an answer, gets a new key.
 */
export function submissionKey() {
  let key: string | null = null;
  let sent = '';
  return {
    for(body: unknown): string {
      const text = JSON.stringify(body);
      if (key === null || text !== sent) key = crypto.randomUUID();
      sent = text;
      return key;
    },
    answered(): void {
      key = null;
    },
  };
}
