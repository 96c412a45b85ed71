import { z } from 'zod';
import { isZone } from './zones.ts';

/**
 * A non-negative decimal in plain ASCII notation: no sign, exponent, separators or leading zeros.
 * The amount of digits is bounded here; how many decimals an asset or instrument has is checked by its slice.
 */
export const decimalShape = /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?$/;
export const decimal = z.string().regex(decimalShape);

/** How `positive` is written. */
export const aboveZero = /^(?!0(?:\.0+)?$)(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?$/;

/** A decimal greater than zero. The refusal names the code of the field that carries it. */
export const positive = (code: string) => z.string({ error: code }).regex(aboveZero, { error: code });

/** A decimal that may be negative: profit, change in percent. */
export const signedDecimal = z.string().regex(/^-?(?:0|[1-9][0-9]{0,23})(?:\.[0-9]{1,18})?$/);

/** Of a year that there was: the database knows none of the number nought. */
export const isoTime = z.iso.datetime().refine((time) => !time.startsWith('0000'));
/** A clock by which days are counted, by its IANA name. */
export const zone = z.string().max(64).refine(isZone);

export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** An instrument's or asset's code, such as BTCUSDT or USDT. */
export const code = z.string().regex(/^[A-Z0-9][A-Z0-9._-]{0,23}$/);

/** A list in a query: its key once for each. */
export const repeated = <T extends z.ZodType>(item: T, max: number) =>
  z.union([z.array(item).max(max), item.transform((one) => [one])]);

export const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,120}$/)
    .optional(),
};

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });
