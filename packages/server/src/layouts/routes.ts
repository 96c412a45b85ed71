import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve } from '../platform/http.ts';

/** GET layout · POST setLayout. The last write wins: another device takes it over when its page opens. */
export function serveLayouts(http: Http): void {
  const { db } = http;
  serve(http, user.layout, async (call) => {
    const [row] = await db.query<{ layout: string }>('select layout from layouts where user_id = $1', [call.user.id]);
    return { layout: row?.layout ?? null };
  });
  serve(http, user.setLayout, async (call, { layout }) => {
    await db.query(
      `insert into layouts (user_id, layout) values ($1, $2)
       on conflict (user_id) do update set layout = excluded.layout, changed_at = now()`,
      [call.user.id, layout],
    );
    return { layout };
  });
}
