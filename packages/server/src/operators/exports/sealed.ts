import { deriveKey } from '../../platform/seal.ts';

/** Encrypts the parts of files: lists contain personal data. */
export const exportsKey = (secret: string): Buffer => deriveKey(secret, 'exports of the console');

/** What a part is sealed for: no part opens in the place of another. */
export const partOf = (id: number | string, number: number): string => `${id} ${number}`;
