/**
 * Gives one submission one `Idempotency-Key`: the same body keeps its key until an answer has come, so that a second try
 * after silence finds what the first one did; a changed body, or a new submission after an answer, gets a new key.
 */
export function submissionKey() {
  let key: string | null = null;
  let sent = '';
  let pictures: readonly unknown[] = [];
  return {
    /** Pictures are compared by identity: one that was chosen again is another. */
    for(body: unknown, images: Readonly<Record<string, unknown>> = {}): string {
      const text = JSON.stringify([body, Object.keys(images)]);
      const given = Object.values(images);
      const same = text === sent && given.every((image, index) => image === pictures[index]);
      if (key === null || !same) key = crypto.randomUUID();
      sent = text;
      pictures = given;
      return key;
    },
    answered(): void {
      key = null;
    },
  };
}
