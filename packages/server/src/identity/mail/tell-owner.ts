import type { PublicCall } from '../../platform/http.ts';
import { coarseNetworkOf } from '../../platform/networks.ts';
import { deviceOf } from '../credentials/devices.ts';
import type { IdentityParts } from '../parts.ts';
import type { User } from '../queries.ts';
import { type SecurityNotice, securityMail } from './compose.ts';

/**
 * Notifies the owner of what happened to the account. It has happened already: a failed mail is our problem, not the
 * caller's.
 */
export async function tellOwner(
  { clock, mailer, log, origin }: IdentityParts,
  call: PublicCall,
  user: User,
  notice: SecurityNotice,
  /** The linked sign-in that it is about, or when the account closes. */
  label = '',
): Promise<void> {
  const from = { device: deviceOf(call.userAgent), network: coarseNetworkOf(call.ip) };
  const { language, email: to, user_name: userName } = user;
  try {
    const mail = securityMail({ notice, language, to, userName, at: new Date(clock.wall()), origin, label, ...from });
    await mailer.send({ ...mail, reader: String(user.id) });
  } catch (error) {
    log.error({ err: error, userId: user.id, notice }, 'a notice about the security of an account could not be mailed');
  }
}
