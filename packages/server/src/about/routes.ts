import { index } from '@assay/contract/endpoints/index.ts';
import { factsOf } from '@assay/domain/market/catalogue/facts.ts';
import { readAbout } from '../content/index.ts';
import type { Market } from '../market/index.ts';
import { type Http, serve } from '../platform/http.ts';
import { refuse } from '../platform/refusal.ts';
import { readActions } from './actions.ts';
import { readUnits } from './units.ts';

/** GET /index/instrumentProfile */
export function serveAbout(http: Http, market: Pick<Market, 'instrument'>): void {
  serve(http, index.instrumentProfile, async ({ language }, { code, lang }) => {
    if (market.instrument(code) === undefined) return refuse('11009', { code: '11009' });
    const { exchange = null, sector = null, lot = null, alike } = factsOf(code);
    const listed = alike.filter((one) => market.instrument(one) !== undefined);
    const about = await readAbout(http.db, code, lang ?? language);
    const units = await readUnits(http.db, code);
    return { code, exchange, sector, lot, units, alike: listed, about, actions: await readActions(http.db, code) };
  });
}
