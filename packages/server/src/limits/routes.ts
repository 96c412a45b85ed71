import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { type Http, serve } from '../platform/http.ts';
import type { LimitsContext } from './context.ts';
import { readLimits } from './read-limits.ts';
import { excludeSelf, setCoolOff, setDailyLoss } from './set-limits.ts';

/** GET user/limits · POST user/setDailyLoss, setCoolOff, excludeSelf */
export function serveLimits(http: Http, context: LimitsContext): void {
  serve(http, limitCalls.limits, (call) => readLimits(context, context.db, call.user.id));
  serve(http, limitCalls.setDailyLoss, (call, input) => setDailyLoss(context, call.user.id, input));
  serve(http, limitCalls.setCoolOff, (call, input) => setCoolOff(context, call.user.id, input));
  serve(http, limitCalls.excludeSelf, (call, input) => excludeSelf(context, call.user.id, input));
}
