import { index } from '@assay/contract/endpoints/index.ts';
import { type Http, serve } from '../platform/http.ts';
import { isRefusal } from '../platform/refusal.ts';
import { publicParameter } from './parameters.ts';

/**
 * Offers the public parameters. `facts` are those that follow from how the server was started, such as its mode; they are
 * computed on each call and win over a stored parameter of the same name.
 */
export function serveSettings(http: Http, facts: ReadonlyMap<string, () => string>): void {
  serve(http, index.getParamByKey, async (_, { key }) => {
    const value = facts.get(key)?.() ?? (await publicParameter(http.db, key));
    return isRefusal(value) ? value : { paramValue: value };
  });
}
