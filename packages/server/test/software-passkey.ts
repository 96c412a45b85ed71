// A device that makes passkeys and signs with them: real keys, real attestation and assertion objects (WebAuthn level 3),
// and every way of doing it wrong that a test asks for.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import type { user } from '@assay/contract/endpoints/user.ts';

type Creation = ResultOf<typeof user.enrolPasskey>;
type Config = ResultOf<typeof login.passkeyConfig>;

/** What the browser and the device may do otherwise than they should. */
interface Manner {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The head of a CBOR item: its kind, and its value or length. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256 ? Buffer.from([(kind << 5) | 24, value]) : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** RFC 8949, as much of it as an attestation needs. */
function cbor(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([name, value]) => [cbor(name), cbor(value)])]);
}

const userPresent = 1;
const userVerified = 4;
const withCredential = 64;

function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }, more = Buffer.alloc(0)) {
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), int32(counter), more]);
}

/** One passkey on one device; `site` is where its owner is. It counts its uses. */
export function softwarePasskey(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const shown = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  let counter = 0;
  let owner = '';

  return {
    id: shown.id,
    create(options: Creation, manner: Manner = {}): InputOf<typeof user.addPasskey>['credential'] {
      owner = options.user.id;
      const flags = userPresent | withCredential | (manner.verified === false ? 0 : userVerified);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const authData = authenticatorData({ rpId: manner.rpId ?? options.rp.id, flags, counter }, credential);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const clientDataJSON = clientData('webauthn.create', options.challenge, manner.origin ?? site).toString('base64url');
      return {
        ...shown,
        response: { clientDataJSON, attestationObject: cbor(attestation).toString('base64url'), transports: ['internal'] },
      };
    },
    sign(options: Config, manner: Manner = {}): InputOf<typeof login.loginByPasskey>['credential'] {
      counter = manner.counter ?? counter + 1;
      const flags = userPresent | (manner.verified === false ? 0 : userVerified);
      const data = authenticatorData({ rpId: manner.rpId ?? options.rpId, flags, counter });
      const client = clientData('webauthn.get', options.challenge, manner.origin ?? site);
      return {
        ...shown,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: manner.userHandle ?? owner,
        },
      };
    },
  };
}
