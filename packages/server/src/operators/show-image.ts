import { imageDeskCalls } from '@assay/contract/endpoints/console/kyc.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import type { ImagePurpose, Images } from '../platform/images/images.ts';
import { fileName } from '../platform/images/own-images.ts';
import { isRefusal } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import { actorOf, appendAudit } from './audit-log.ts';
import type { Desk } from './desk.ts';
import { serveDesk } from './serve-desk.ts';

/** Who may see pictures that were handed in for what. Art is public. */
const viewers: Readonly<Record<ImagePurpose, readonly OperatorRole[]>> = {
  kyc: ['reviewer', 'administrator'],
  deposit: ['reviewer', 'finance', 'administrator'],
  loan: ['reviewer', 'finance', 'administrator'],
  chat: ['support', 'reviewer', 'administrator'],
  nft: ['support', 'reviewer', 'finance', 'administrator'],
};
const purposes = Object.keys(viewers) as ImagePurpose[];

/** What is kept of closed accounts is sealed off from ordinary desks. */
export const mayOpenKept = ({ roles }: { readonly roles: readonly OperatorRole[] }): boolean => roles.includes('administrator');

/** Pictures for desks. One that is outside an operator's roles is not found; each one shown is recorded in the audit log. */
export function serveImagesDesk(desk: Desk, images: Images): void {
  serveDesk(desk, imageDeskCalls.image, async (call, { id, caseNo }) => {
    const { operator } = call;
    const seen = purposes.filter((purpose) => viewers[purpose].some((role) => operator.roles.includes(role)));
    const image = await images.readForOperator(id, seen, {
      operatorId: operator.id,
      mayOpenKept: mayOpenKept(operator),
      ...(caseNo !== undefined && { caseNo }),
    });
    if (isRefusal(image)) return image;
    await appendAudit(desk.db, desk.clock.wall(), actorOf(call), { action: 'image.viewed', subject: `image:${id}` });
    return new Download(fileName(id, image.type), image.type, image.bytes, 'inline');
  });
}
