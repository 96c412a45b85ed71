import type { Option, SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';

/** Private events of orders come from our own server and differ by kind; each kind is known by a field of its own. */
function hasFields(data: unknown, ...names: readonly string[]): boolean {
  return typeof data === 'object' && data !== null && names.every((name) => name in data);
}

export function isPosition(data: unknown): data is Position {
  return hasFields(data, 'orderNo', 'status', 'closeReason');
}

export function isOption(data: unknown): data is Option {
  return hasFields(data, 'orderNo', 'status', 'strike', 'periodId');
}

export function isSpotOrder(data: unknown): data is SpotOrder {
  return hasFields(data, 'orderNo', 'status', 'sizedBy', 'feeAsset');
}
