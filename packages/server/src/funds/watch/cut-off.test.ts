import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { tookMs } from '../../../test/watching/took.ts';
import { chainRounds } from '../index.ts';

it.each(['chain-bitcoin', 'holdings-bitcoin'])(
  'the round %s gives up what it has asked when its term is over, and says nothing bad of the node',
  async (name) => {
    const asked = Promise.withResolvers<void>();
    // It looks through all that is unspent for minutes.
    const node = createServer(() => asked.resolve());
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    atEnd(() => {
      node.closeAllConnections();
      node.close();
    });
    const db = await testDatabase();
    const { funds } = await funding(db);
    const address = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
    const round = chainRounds({ ...funds, db, log: silent, nodes: { bitcoin: address }, restMs: 0 }).find(
      (one) => one.name === name,
    );
    const over = new AbortController();
    let isOver = false;
    const ran = round?.run(over.signal).finally(() => (isOver = true));
    await asked.promise;
    over.abort();
    expect(await tookMs(db, () => isOver)).toBeLessThan(2_000);
    await ran;
    expect(await db.query("select fault from chain_watches where chain = 'bitcoin' and fault is not null")).toEqual([]);
    expect(await db.query('select fault from chain_holdings')).toEqual([]);
  },
);
