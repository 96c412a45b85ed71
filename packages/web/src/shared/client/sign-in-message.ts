import { parseAddress } from '@assay/domain/funds/address.ts';

interface SignIn {
  /** As the wallet gives it; a mistyped one is none. */
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly statement: string;
  readonly domain: string;
  readonly uri: string;
  readonly issuedAt: Date;
}

/** What a wallet's owner signs to show that the address is theirs: EIP-4361, version 1. Throws for what is no address. */
export function signInMessage({ address, chainId, nonce, statement, domain, uri, issuedAt }: SignIn): string {
  const written = parseAddress('ethereum', address);
  if (written === undefined) throw new Error(`${address} is no address of Ethereum`);
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    written,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
  ].join('\n');
}
