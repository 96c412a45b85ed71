import type { ComponentType } from 'react';

/** Orders of one instrument or of all; the app gives them, because orders are a feature of their own. */
export type OrdersOf = ComponentType<{ code?: string }>;
