// The people behind the console, over its calls.
import { type Client, createClient } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { Secret, TOTP } from 'otpauth';
import { type App, until } from './harness.ts';

/** One of the operators that a sandbox comes with, signed in with password and authenticator. */
export async function operator(app: App, name: 'alice' | 'bob' | 'carol'): Promise<Client> {
  const [, password = '', secret = ''] = await until(
    `the login of ${name}`,
    async () => new RegExp(`operator +${name} +(\\S+) +authenticator (\\S+)`).exec(app.output()) ?? undefined,
  );
  const [, origin = ''] = /console +(http\S+)/.exec(app.output()) ?? [];
  const client = (token = '') =>
    createClient({
      origin,
      prefix: consolePrefix,
      fetch,
      headers: () => ({ 'Accept-Language': 'en', ...(token !== '' && { Authorization: token }) }),
    });
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const answer = await client()(consoleCalls.session.signIn, { name, password, otp });
  if (answer.state !== 'signedIn') throw new Error(`${name} is not enrolled`);
  return client(answer.token);
}
