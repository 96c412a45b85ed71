import { storageOf } from '@assay/contract/storage.ts';

const key = 'recentCodes';
const most = 4;
const shelf = storageOf('localStorage');

/** Codes of the instruments that this browser has looked at last, newest first. */
export function recentCodes(): readonly string[] {
  return (shelf.get(key) ?? '').split(' ').filter((code) => /^[A-Z0-9]{1,20}$/.test(code));
}

export function rememberCode(code: string): void {
  if (code === '') return;
  shelf.set(key, [code, ...recentCodes().filter((one) => one !== code)].slice(0, most).join(' '));
}
