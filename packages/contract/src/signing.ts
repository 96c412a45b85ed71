/** What a program signs of a request: all that decides what it does. */
export interface SignedParts {
  readonly method: string;
  /** Path and query, letter for letter as they are sent. */
  readonly target: string;
  /** `Api-Time`, and the other headers as they are sent; empty where there is none. */
  readonly time: string;
  readonly window: string;
  readonly virtually: string;
  readonly idempotencyKey: string;
  readonly deadline: string;
  /** SHA-256 of the body in small hexadecimal digits; of nothing where there is none. */
  readonly bodySha256: string;
}

/** Eight lines without one at the end. No header holds a line break, so that no two requests have the same text. */
export function signedText(parts: SignedParts): string {
  const { method, target, time, window, virtually, idempotencyKey, deadline, bodySha256 } = parts;
  return [method, target, time, window, virtually, idempotencyKey, deadline, bodySha256].join('\n');
}
