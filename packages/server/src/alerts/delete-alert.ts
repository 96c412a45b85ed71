import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, alertsTopic, columns, endOf, listAlerts } from './row.ts';

/** Withdraws a price alert; answers those that are left. Refused with 404 when it is not there any more, or not theirs. */
export async function deleteAlert(
  { db, bus }: AlertsContext,
  userId: string,
  { id }: { readonly id: string },
): Promise<PriceAlert[] | Refusal> {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return refuse('404', { id: '404' });
  const [row] = await db.query<AlertRow>(`delete from price_alerts where id = $1 and user_id = $2 returning ${columns}`, [
    id,
    userId,
  ]);
  if (row === undefined) return refuse('404', { id: '404' });
  bus.publish(alertsTopic, endOf(row));
  return listAlerts(db, userId);
}
