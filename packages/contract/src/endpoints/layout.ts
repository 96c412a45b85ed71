import { z } from 'zod';
import { layoutCharsMax } from '../vocabulary/limits.ts';
import { endpoint } from './endpoint.ts';

/** What the site has written of itself: it alone reads it, so that the server needs to know no more than that it is JSON. */
const layout = z
  .string()
  .max(layoutCharsMax)
  .refine((text) => {
    try {
      const found: unknown = JSON.parse(text);
      return typeof found === 'object' && found !== null && !Array.isArray(found);
    } catch {
      return false;
    }
  });
const kept = z.object({ layout: z.string().nullable().describe('as it was kept last; null before the first time') });

/** How a person's screens are set up, the same on every device. */
export const layoutCalls = {
  layout: endpoint({
    method: 'GET',
    path: '/user/layout',
    auth: 'user',
    summary: 'How the person has set up the site: charts, drawings, colours, panels (beyond the specification)',
    input: {},
    result: kept,
  }),
  setLayout: endpoint({
    method: 'POST',
    path: '/user/setLayout',
    auth: 'user',
    summary: `Keeps how the site is set up, as one JSON object of at most ${layoutCharsMax.toLocaleString('en')} characters`,
    input: { layout },
    result: kept,
  }),
};
