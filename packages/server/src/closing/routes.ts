import { closingCalls } from '@assay/contract/endpoints/closing.ts';
import { type Http, serve } from '../platform/http.ts';
import { closeAccount, readClosing } from './close-account.ts';
import type { ClosingContext } from './context.ts';
import { exportData } from './export-data.ts';

/** GET user/closing · POST user/exportData, closeAccount */
export function serveClosing(http: Http, context: ClosingContext): void {
  serve(http, closingCalls.closing, (call) => readClosing(context, call));
  serve(http, closingCalls.exportData, (call, input) => exportData(context, call, input));
  serve(http, closingCalls.closeAccount, (call, input) => closeAccount(context, call, input));
}
