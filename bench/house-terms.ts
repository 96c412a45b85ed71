import type { HouseTerms } from '@assay/domain/dealing/house.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { units } from '@assay/domain/test/desk.ts';

/** The shipped default limits of the house, as in the database. */
export const terms: HouseTerms = {
  dealShare: toFixed('0.001'),
  dealFloor: units('1000'),
  personMax: units('1000000'),
  instrumentMax: units('3000000'),
  houseMax: units('20000000'),
  closeWindowMs: 8 * 3_600_000,
  closeLeverageMax: 5,
};
