import pg from 'pg';
import { failureOf } from './lost-connection.ts';
import { toText } from './parameters.ts';

/** What reads values of a type, by the type's number. */
export type ParserOf = (type: number) => (text: string) => unknown;

/** A statement that a connection knows by name. */
interface Prepared {
  readonly name: string;
  /** Makes a row of the texts of its columns; none until the database has described them. */
  read: ((texts: readonly (string | null)[]) => object) | undefined;
}

/** What a connection has prepared, by text. Texts are constants of the code, so there are few. */
class PreparedStatements {
  readonly #known = new Map<string, Prepared>();
  #names = 0;

  find(sql: string): Prepared | undefined {
    return this.#known.get(sql);
  }

  /** A name is never given twice: one that failed may be known to the database or not. */
  add(sql: string): Prepared {
    this.#names += 1;
    const prepared = { name: `b${this.#names}`, read: undefined };
    this.#known.set(sql, prepared);
    return prepared;
  }

  forget(sql: string): void {
    this.#known.delete(sql);
  }
}

const preparedBy = new WeakMap<pg.Connection, PreparedStatements>();

function preparedOn(connection: pg.Connection): PreparedStatements {
  const known = preparedBy.get(connection) ?? new PreparedStatements();
  preparedBy.set(connection, known);
  return known;
}

interface Statement {
  readonly sql: string;
  readonly values: (string | Buffer | null)[];
  readonly rows: object[];
  prepared: Prepared | undefined;
  /** True for one that this batch prepares. */
  isNew: boolean;
  /** What was wrong with a row, if anything. */
  fault: unknown;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: unknown) => void;
}

export interface Done {
  readonly rows: object[];
  /** What was done, as the database says it: `COMMIT`, `INSERT 0 1`. */
  readonly command: string;
}

export interface BatchOptions {
  readonly parserOf: ParserOf;
  readonly answerMsMax: number;
  /** Whether a statement prepared under a name is still known by it on the next connection. */
  readonly names: boolean;
}

/**
 * Statements that are sent together and answered together: one message to wait for on either side, instead of one for each.
 * They are performed in order, each on what those before it did; after one that fails none is, and all that follow fail with it.
 * The driver lets nothing into a pipeline but its own kind of query: hence the class that it extends.
 */
export class Batch extends pg.Query {
  readonly #parserOf: ParserOf;
  readonly #causeOf: ((error: unknown) => unknown) | undefined;
  readonly #statements: Statement[] = [];
  readonly #commands: string[] = [];
  readonly #answerMsMax: number;
  readonly #names: boolean;
  #connection: pg.Connection | undefined;
  #cut: NodeJS.Timeout | undefined;

  /**
   * A connection on which no answer has come after `answerMsMax` is cut off (0: never). Without `names` each statement is prepared
   * whenever it is sent: the next one may reach another connection. A caller that sends several
   * batches in a transaction says how to report a failure; without that the batch is a transaction of its own.
   */
  constructor({ parserOf, answerMsMax, names }: BatchOptions, causeOf?: (error: unknown) => unknown) {
    super('');
    this.#parserOf = parserOf;
    this.#answerMsMax = answerMsMax;
    this.#names = names;
    this.#causeOf = causeOf;
  }

  /** Answers once the whole batch is done, or it has failed. */
  add(sql: string, values: readonly unknown[]): Promise<Done> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    this.#statements.push({
      sql,
      values: values.map(toText),
      rows: [],
      prepared: undefined,
      isNew: false,
      fault: undefined,
      resolve,
      reject,
    });
    return promise;
  }

  override submit = (connection: pg.Connection): null => {
    this.#connection = connection;
    if (this.#answerMsMax > 0) this.#cut = setTimeout(() => connection.stream.destroy(), this.#answerMsMax);
    const known = preparedOn(connection);
    connection.stream.cork();
    for (const statement of this.#statements) {
      const { sql, values } = statement;
      let prepared = known.find(sql);
      if (prepared === undefined) {
        prepared = this.#names ? known.add(sql) : { name: '', read: undefined };
        statement.isNew = true;
        connection.parse({ text: sql, name: prepared.name, types: [] }, true);
      }
      statement.prepared = prepared;
      connection.bind({ statement: prepared.name, values }, true);
      if (statement.isNew) connection.describe({ type: 'P', name: '' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  /** The statement that the database is at. */
  get #current(): Statement | undefined {
    return this.#statements[this.#commands.length];
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const prepared = this.#current?.prepared;
    if (prepared !== undefined) prepared.read = readerOf(fields, this.#parserOf);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const current = this.#current;
    if (current === undefined) return;
    try {
      if (current.prepared?.read === undefined) throw new Error('a row came of which nothing was said');
      current.rows.push(current.prepared.read(fields));
    } catch (error) {
      current.fault ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#commands.push(text);
  }

  handleEmptyQuery(): void {
    this.#commands.push('');
  }

  handleError(error: unknown): void {
    // A batch of its own is committed only after its last statement is done, and may fail with that.
    const failed = this.#statements.splice(this.#causeOf === undefined ? 0 : this.#commands.length);
    const known = this.#connection === undefined ? undefined : preparedOn(this.#connection);
    const failure = failureOf(error);
    const cause = this.#causeOf?.(failure) ?? failure;
    for (const { sql, isNew, reject } of failed) {
      if (isNew) known?.forget(sql);
      reject(cause);
    }
    this.#answer();
  }

  handleReadyForQuery(): void {
    this.#answer();
  }

  #answer(): void {
    clearTimeout(this.#cut);
    for (const [place, { rows, fault, resolve, reject }] of this.#statements.splice(0).entries()) {
      if (fault === undefined) resolve({ rows, command: this.#commands[place] ?? '' });
      else reject(fault);
    }
  }
}

function readerOf(fields: readonly pg.FieldDef[], parserOf: ParserOf) {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  return (texts: readonly (string | null)[]): object => {
    const row: Record<string, unknown> = {};
    for (const [place, { name, parse }] of columns.entries()) {
      const text = texts[place] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    return row;
  };
}
