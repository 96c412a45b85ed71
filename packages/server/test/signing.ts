import { createHash, createHmac } from 'node:crypto';
import { type SignedParts, signedText } from '@assay/contract/signing.ts';

export interface SigningKey {
  readonly id: string;
  readonly secret: string;
}

/** What a program is about to send. */
export interface ToSign {
  readonly method?: 'GET' | 'POST';
  readonly target: string;
  readonly time: number;
  readonly window?: string;
  readonly virtually?: 'YES' | 'NO';
  readonly idempotencyKey?: string;
  readonly deadline?: string;
  readonly body?: string;
}

export function partsOf({
  method = 'GET',
  target,
  time,
  window,
  virtually,
  idempotencyKey,
  deadline,
  body,
}: ToSign): SignedParts {
  return {
    method,
    target,
    time: String(time),
    window: window ?? '',
    virtually: virtually ?? '',
    idempotencyKey: idempotencyKey ?? '',
    deadline: deadline ?? '',
    bodySha256: createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  };
}

/** The headers of a request that this key has signed. */
export function signedHeaders({ id, secret }: SigningKey, request: ToSign): Record<string, string> {
  const { window, virtually, idempotencyKey, deadline, body, time } = request;
  return {
    'api-key': id,
    'api-time': String(time),
    'api-signature': createHmac('sha256', secret)
      .update(signedText(partsOf(request)))
      .digest('base64'),
    ...(window !== undefined && { 'api-window': window }),
    ...(virtually !== undefined && { virtually }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(deadline !== undefined && { deadline }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}
