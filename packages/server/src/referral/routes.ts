import { inviteCalls } from '@assay/contract/endpoints/invite.ts';
import { type Http, serve } from '../platform/http.ts';
import type { ReferralContext } from './context.ts';
import { getInvite, listInviteRewards, listInvitees } from './queries.ts';

/** GET invite, listInvitees, listInviteRewards */
export function serveReferral(http: Http, context: ReferralContext): void {
  serve(http, inviteCalls.invite, (call) => getInvite(context, call.user.id));
  serve(http, inviteCalls.listInvitees, (call, input) => listInvitees(context, call.user.id, input));
  serve(http, inviteCalls.listInviteRewards, (call, input) => listInviteRewards(context, call.user.id, input));
}
