import { cryptoListings } from './catalogue/crypto.ts';
import { forexListings } from './catalogue/forex.ts';
import { futureListings } from './catalogue/futures.ts';
import type { Listing, SimulationTerms } from './catalogue/listing.ts';
import { metalListings } from './catalogue/metals.ts';
import { etfListings, stockListings } from './catalogue/stocks.ts';
import type { Instrument } from './instrument.ts';

/** Everything that can be listed, in the order of the market's tabs; a code belongs to one instrument only. */
const listings: readonly Listing[] = [
  ...cryptoListings(),
  ...forexListings(),
  ...stockListings(),
  ...futureListings(),
  ...etfListings(),
  ...metalListings(),
];

export const instruments: readonly Instrument[] = listings.map((one) => one.instrument);

const byCode = new Map(listings.map((one) => [one.instrument.code, one]));
const byId = new Map(listings.map((one) => [one.instrument.id, one]));

/** The instrument of a code such as BTCUSDT. */
export function instrumentOf(code: string): Instrument | undefined {
  return byCode.get(code)?.instrument;
}

/** The instrument of an id such as crypto-BTCUSDT. */
export function instrumentById(id: string): Instrument | undefined {
  return byId.get(id)?.instrument;
}

/** What simulated prices of an instrument are made from; one that is not in the catalogue is our own mistake. */
export function simulationOf(instrument: Pick<Instrument, 'id'>): SimulationTerms {
  const found = byId.get(instrument.id);
  if (found === undefined) throw new Error(`not in the catalogue: ${instrument.id}`);
  return found.simulation;
}
