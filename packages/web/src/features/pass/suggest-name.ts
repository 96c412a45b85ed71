import { userNamePattern } from '@assay/contract/vocabulary/credentials.ts';

const most = 16;
const least = 4;

/** A user name after the part of an address before its @, for its owner to change; `chance` makes short ones longer. */
export function suggestName(email: string, chance: string): string {
  const [local = ''] = email.toLowerCase().split('@');
  const plain = local
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, most)
    .replace(/_+$/, '');
  const name = plain.length < least ? `${plain === '' ? 'trader' : plain}_${chance}` : plain;
  return userNamePattern.test(name) ? name : '';
}
