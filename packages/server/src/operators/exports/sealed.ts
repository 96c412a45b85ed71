import { deriveKey } from '../../platform/seal.ts';

/** Seals the parts of files: lists tell of customers. */
export const exportsKey = (secret: string): Buffer => deriveKey(secret, 'exports of the console');
