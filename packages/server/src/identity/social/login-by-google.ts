import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import type { PublicCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { IdentityParts } from '../parts.ts';
import { arrive, proven } from './arrive.ts';

/** Refused with 11110 when it is not set up, and with 503 while the provider cannot be reached. */
export async function googleConfig({ google, log }: IdentityParts): Promise<ResultOf<typeof calls.googleConfig> | Refusal> {
  if (google === undefined) return refuse('11110');
  try {
    return await google.start();
  } catch (error) {
    log.error({ err: error }, 'the sign-in with Google could not be started');
    return refuse('503');
  }
}

/** Refused with 11110, 11111 (the provider does not confirm it), 10005 and 429. */
export async function loginByGoogle(
  parts: IdentityParts,
  call: PublicCall,
  { link, ...answer }: InputOf<typeof calls.loginByGoogle>,
): Promise<ResultOf<typeof calls.loginByGoogle> | Refusal> {
  const { google, log } = parts;
  if (google === undefined) return refuse('11110');
  const arrived = await proven(parts, call, async () => {
    try {
      return await google.finish(answer);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in with Google was not confirmed');
      return refuse('11111');
    }
  });
  return isRefusal(arrived) ? arrived : arrive(parts, call, arrived, link === true);
}
