import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { expect } from 'vitest';

const command = fileURLToPath(new URL('../../../../tools/recompute-receipt.ts', import.meta.url));

/** Has the command that knows nothing of the server recompute receipts, as a customer would: what it says of each. */
async function recompute(receipts: readonly Receipt[]): Promise<{ code: number | null; said: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-receipts-'));
  const files = receipts.map((_, place) => join(folder, `${place}.json`));
  await Promise.all(files.map((file, place) => writeFile(file, JSON.stringify(receipts[place]))));
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string[] }>();
  const child = execFile(process.execPath, [command, ...files], { maxBuffer: 2 ** 26 }, (_, output, errors) => {
    const said = (output + errors).trim().split('\n');
    resolve({ code: child.exitCode, said: said.map((words) => words.replace(/^\S+: /, '')) });
  });
  try {
    return await promise;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** All receipts agree; none does any more once a term, a quote, a step or a transfer of it is another. */
export async function holdRecomputed(receipts: readonly Receipt[]): Promise<void> {
  const honest = await recompute(receipts);
  const differing = receipts.flatMap((receipt, place) =>
    honest.said[place] === 'agrees' ? [] : [[honest.said[place], receipt]],
  );
  expect(differing).toEqual([]);
  expect(honest.code).toBe(0);

  const byEnding = Map.groupBy(receipts, ({ kind, status, closeReason, steps }) =>
    [kind, closeReason ?? status, ...new Set(steps.flatMap(({ name }) => (onTheWay.test(name) ? [name] : [])))].join(' '),
  );
  const tampered = [...byEnding].flatMap(([ending, [receipt]]) => (receipt === undefined ? [] : tamperings(ending, receipt)));
  const { code, said } = await recompute(tampered.map(({ receipt }) => receipt));
  expect(tampered.flatMap(({ name }, place) => (said[place]?.startsWith('differs: ') === true ? [] : [name]))).toEqual([]);
  expect(code).toBe(1);
}

/** What its owner did to an order that stood. */
const onTheWay = /^(?:amended|part|margin(?:Added|Removed))$/;

const more = (text: string) => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** Another number; a level that its holder had set is put out of reach, for any that was reached might be the true one. */
function lieAbout({ terms }: Receipt, { name, numbers }: Receipt['steps'][number], number: string): string {
  const far = { high: '99999999.99', low: '0.01' };
  if (name === 'trigger') {
    const long = terms['side'] === 'long';
    if (number === 'stopLoss' || number === 'best') return long ? far.low : far.high;
    if (number === 'takeProfit') return long ? far.high : far.low;
    if (number === 'distance') return far.high;
  }
  return more(numbers[number] ?? '');
}

/** One lie at a time. */
function tamperings(ending: string, receipt: Receipt): { name: string; receipt: Receipt }[] {
  const { steps, transfers, quotes, terms } = receipt;
  const decides = /^(?:lots|leverage|feeRate|stake|payoutRate|strike|quantity|amount|dailyYield|penaltyRate|expiresAt)$/;
  const lies: [string, Receipt][] = [
    ...Object.keys(terms)
      // The fee of an order that was never filled decides nothing, and its end nothing where it did not end by it.
      .filter((term) => decides.test(term) && !(term === 'feeRate' && /^spot (?:open|cancelled|expired|reset)\b/.test(ending)))
      .filter((term) => term !== 'expiresAt' || receipt.kind !== 'spot' || ending.startsWith('spot expired'))
      .map((term): [string, Receipt] => [`term ${term}`, { ...receipt, terms: { ...terms, [term]: more(terms[term] ?? '') } }]),
    ...steps.map((step, place): [string, Receipt] => {
      const result = /\d/.test(step.result) ? more(step.result) : step.result === 'won' ? 'lost' : 'won';
      return [`step ${step.name}`, { ...receipt, steps: steps.with(place, { ...step, result }) }];
    }),
    ...steps.flatMap((step, place) =>
      Object.keys(step.numbers).map((number): [string, Receipt] => {
        const numbers = { ...step.numbers, [number]: lieAbout(receipt, step, number) };
        return [`step ${step.name}, ${number}`, { ...receipt, steps: steps.with(place, { ...step, numbers }) }];
      }),
    ),
    ...steps.map((step, place): [string, Receipt] => [
      `step ${step.name} gone`,
      { ...receipt, steps: steps.toSpliced(place, 1) },
    ]),
    ...(receipt.kind === 'contract'
      ? [
          ['reason', { ...receipt, closeReason: receipt.closeReason === 'manual' ? 'takeProfit' : 'manual' }] satisfies [
            string,
            Receipt,
          ],
        ]
      : []),
    ...transfers.flatMap((transfer, place): [string, Receipt][] => [
      [
        `transfer ${place + 1}`,
        { ...receipt, transfers: transfers.with(place, { ...transfer, amount: more(transfer.amount) }) },
      ],
      [`transfer ${place + 1} gone`, { ...receipt, transfers: transfers.toSpliced(place, 1) }],
    ]),
    ...quotes
      .map((quote, place): [string, Receipt] => {
        const dearer = { ...quote, bid: more(quote.bid), ask: more(quote.ask) };
        return [`quote ${quote.moment}`, { ...receipt, quotes: quotes.with(place, dearer) }];
      })
      .filter(([name]) => /^quote (?:open|close|fill|settle)$/.test(name)),
  ];
  return lies.map(([name, lie]) => ({ name: `${ending}: ${name}`, receipt: lie }));
}
