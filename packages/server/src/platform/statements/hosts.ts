// Several hosts in one address, as libpq reads it: the primary among them is found, or a standby, as the address asks. The driver
// knows one host alone.
import pg from 'pg';

/** Which servers an address asks for, by its `target_session_attrs`. */
const wanted = {
  any: 'any',
  'read-write': 'writable',
  primary: 'writable',
  'read-only': 'standby',
  standby: 'standby',
} as const;

type Wanted = (typeof wanted)[keyof typeof wanted];

interface Address {
  /** One for each host, in their order. */
  readonly urls: readonly string[];
  readonly wants: Wanted;
}

/** Undefined for what is no address of a PostgreSQL. */
export function readAddress(text: string): Address | undefined {
  // A password may hold an @ by mistake or not: the last one ends it, as everywhere.
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const isWhole =
    before !== '' && urls.every((url) => URL.canParse(url)) && (urls.length === 1 || !hosts.split(',').includes(''));
  if (!isWhole) return undefined;
  const asked = new URL(urls[0] ?? '').searchParams.get('target_session_attrs');
  if (asked === null) return { urls, wants: 'any' };
  if (!Object.hasOwn(wanted, asked)) return undefined;
  return { urls: urls.map(withoutAsking), wants: wanted[asked as keyof typeof wanted] };
}

function withoutAsking(text: string): string {
  const url = new URL(text);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

/** Servers report both unasked, at the greeting and when they change. */
const isRefused: Readonly<Record<Wanted, (name: string, value: string) => boolean>> = {
  any: () => false,
  writable: (name, value) => ['in_hot_standby', 'default_transaction_read_only'].includes(name) && value === 'on',
  standby: (name, value) => name === 'in_hot_standby' && value === 'off',
};

/** A name with several addresses fails with an error for each, and no words of its own. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** The hosts of an address, of which the one found last is tried first. */
export class Hosts {
  readonly #address: Address;
  #at = 0;

  constructor(url: string) {
    // The driver says what is wrong with an address that can't be read.
    this.#address = readAddress(url) ?? { urls: [url], wants: 'any' };
  }

  get count(): number {
    return this.#address.urls.length;
  }

  get current(): string {
    return this.#address.urls[this.#at] ?? '';
  }

  /** The next host is tried, unless another connection has moved on already. */
  leave(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.count;
  }

  /** Must be called before the client connects, so that its host is dropped before the caller gets the error. */
  watch(client: pg.Client, url: string): void {
    const { wants } = this.#address;
    if (this.count === 1 && wants === 'any') return;
    const { connection } = client;
    let isGreeted = false;
    client.once('connect', () => (isGreeted = true));
    const leave = () => {
      if (!isGreeted) this.leave(url);
    };
    connection.once('error', leave).once('errorMessage', leave).once('end', leave);
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (!isRefused[wants](parameterName ?? '', parameterValue ?? '')) return;
      // The end of its greeting may have come with it, and is not to be heard.
      connection.removeAllListeners('readyForQuery');
      connection.stream.destroy(new Error(wants === 'standby' ? 'it is no standby' : 'it takes no writes'));
    });
  }

  /** Tries each host once, beginning with the current one. Where it was none, each has a reason. */
  async each<T>(connect: () => Promise<T>): Promise<T> {
    const failures: { readonly host: string; readonly error: unknown }[] = [];
    for (;;) {
      const before = this.current;
      try {
        return await connect();
      } catch (error) {
        failures.push({ host: hostOf(before), error });
        // A caller that waited in vain for a free connection has tried no host.
        if (failures.length < this.count && this.current !== before) continue;
        if (failures.length === 1) throw error;
        const reasons = failures.map(({ host, error: of }) => `${host}: ${reasonOf(of)}`);
        throw new AggregateError(
          failures.map(({ error: of }) => of),
          reasons.join('; '),
          { cause: error },
        );
      }
    }
  }
}

type Connected = Parameters<pg.Pool['connect']>[0];

/** A pool that tries the other hosts where one can't be had. The driver's own clients get it from `Hosts`. */
export function poolOf(hosts: Hosts, config: pg.PoolConfig): pg.Pool {
  if (hosts.count === 1) return new pg.Pool(config);
  const pool = new pg.Pool(config);
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const each = () => hosts.each(connect);
  // Also for what the pool itself and the queue of the jobs ask of it.
  return Object.assign(pool, {
    connect: (callback?: Connected) => {
      if (callback === undefined) return each();
      each().then(
        (client) => callback(undefined, client, (released?: Error | boolean) => client.release(released)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
      return undefined;
    },
  });
}
