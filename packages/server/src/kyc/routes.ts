import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import type { KycContext } from './context.ts';
import { hoursToAnswer, newestCase, toKyc } from './row.ts';
import { higherLimitsOf } from './second-look.ts';
import { submitIdentification } from './submit.ts';

/** POST user/identification · GET user/kyc */
export function serveKyc(http: Http, context: KycContext): void {
  const { db } = context;
  serveMove(http, identityCalls.identification, ({ user, images }, input, tx) =>
    submitIdentification(context, tx, user, input, images),
  );
  serve(http, identityCalls.kyc, async ({ user }) => {
    const row = await newestCase(db, user.id);
    return toKyc(context, row, await hoursToAnswer(db), await higherLimitsOf(db, row?.id, context.clock.wall()));
  });
}
