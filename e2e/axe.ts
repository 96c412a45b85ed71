import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds on a page, best practices included, or these rules alone: each with the places that break it. It needs no
 * page of its own, and describes nothing that is in order, which would take longer than looking.
 */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const asked = rules === undefined ? {} : { runOnly: [...rules] };
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...asked });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
