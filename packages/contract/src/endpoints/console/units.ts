import { z } from 'zod';
import { reasonChars } from '../../vocabulary/operators.ts';
import { id } from '../../vocabulary/units.ts';

/** An operator as others see them. */
export const operatorRef = z.object({ id, name: z.string() });
/** Why an operator does something, for those who look later: 10 to 500 characters. */
export const reason = z
  .string({ error: '11073' })
  .trim()
  .min(reasonChars.min, { error: '11073' })
  .max(reasonChars.max, { error: '11073' });
/** What every act answers that waits for a second person. */
export const proposed = z.object({ proposalId: id });
