import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** A popup's focus guards at its ends: they are not read out, and do not keep the focus. */
const handsOn = '[data-base-ui-focus-guard]';

/**
 * What axe finds on a page, best practices included, or these rules alone: each with the places that break it. It needs no
 * page of its own, and describes nothing that is in order, which would take longer than looking.
 */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A menu is beside the parts of a page for as long as it is open.
  const isBeside = (await page.locator('[role="menu"]').count()) > 0;
  const asked = rules === undefined ? { rules: { region: { enabled: !isBeside } } } : { runOnly: [...rules] };
  const axe = new AxeBuilder({ page }).exclude(handsOn).options({ resultTypes: ['violations'], ...asked });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
