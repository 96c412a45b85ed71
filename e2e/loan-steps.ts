// Borrowing on the site; stories are composed of these steps.
import type { Locator } from 'playwright-core';
import { type Stage, button, dialog, figures } from './steps.ts';

/** The first of the loans. */
export function newestLoan({ page, words }: Stage): Locator {
  return page
    .getByRole('list', { name: words('loan:mine.title') })
    .getByRole('listitem')
    .first();
}

/** Chooses a term and an amount, reads the agreement, and signs it with a typed name. Answers the agreement's figures. */
export async function borrow(stage: Stage, amount: string, days: string): Promise<Record<string, string>> {
  const { page, words } = stage;
  await page
    .getByRole('radiogroup', { name: words('loan:form.term') })
    .getByText(days)
    .click();
  await page.locator('input[name=amount]').fill(amount);
  await button(stage, words('loan:review')).click();
  const agreement = dialog(stage, words('loan:review'));
  await agreement.getByText(words('loan:sign.version', { version: '3' })).waitFor();
  const signed = await figures(agreement);
  // Nothing is sent without a signature.
  await agreement.getByRole('button', { name: words('loan:sign.submit') }).click();
  await agreement.getByText(words('codes:11064')).waitFor();
  await agreement
    .getByRole('radiogroup', { name: words('images:signature.way') })
    .getByText(words('images:signature.type'))
    .click();
  await agreement.getByLabel(words('images:signature.name')).fill('Ada Muster');
  await agreement.getByRole('button', { name: words('loan:sign.submit') }).click();
  // The message of an earlier request may still be there.
  await page.getByText(words('loan:follow.submitted')).first().waitFor();
  await agreement.waitFor({ state: 'detached' });
  return signed;
}
