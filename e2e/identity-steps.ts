// The identity check on the site; stories are composed of these steps.
import { type Stage, button, field } from './steps.ts';

/** A picture of the page, each of another size. */
export async function picture({ page }: Stage, size: number) {
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 + size } });
  return { name: `picture${size}.png`, mimeType: 'image/png', buffer };
}

/** Fills in the first step. */
export async function enterPerson(stage: Stage, language: 'en' | 'zh' = 'en'): Promise<void> {
  const { page, words } = stage;
  await field(stage, 'kyc:field.firstName').fill('Ada');
  await field(stage, 'kyc:field.lastName').fill('Muster');
  await page
    .getByRole('radiogroup', { name: words('kyc:field.sex') })
    .getByText(words('kyc:sex.female'))
    .click();
  await field(stage, 'kyc:field.birthdate').fill('1990-05-17');
  await page.getByLabel(words('kyc:field.country')).click();
  const germany = { en: 'Germany', zh: '德国' }[language];
  await page.getByRole('option', { name: germany, exact: true }).click();
  await field(stage, 'kyc:field.address').fill('Lindenallee 4, 10115 Berlin');
  await field(stage, 'kyc:field.email').fill('ada@example.com');
  await page.getByLabel(words('kyc:person.area')).selectOption('+49');
  await field(stage, 'kyc:field.phone').fill('01511 2345678');
}

/** Chooses the document and enters its number. */
export async function enterDocument(
  stage: Stage,
  type: 'idCard' | 'driverLicence' | 'passport',
  number: string,
): Promise<void> {
  const { page, words } = stage;
  await page.getByText(words(`kyc:document.${type}`), { exact: true }).click();
  await field(stage, 'kyc:field.documentNumber').fill(number);
  await field(stage, 'kyc:field.documentExpiry').fill('2090-05-16');
}

/** On to the next step of the form. */
export const go = (stage: Stage) => button(stage, stage.words('kyc:next')).click();
export const at = ({ page, words }: Stage, step: string) =>
  page.getByRole('heading', { name: words(`kyc:step.${step}`) }).waitFor();

/** Signs with the mouse. */
export async function draw({ page }: Stage): Promise<void> {
  // It has the size of its paper from the moment on at which it takes strokes.
  const area = await page.locator('canvas[width]').boundingBox();
  if (area === null) throw new Error('there is nothing to sign on');
  await page.mouse.move(area.x + area.width * 0.2, area.y + area.height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) {
    await page.mouse.move(area.x + area.width * (0.2 + step * 0.04), area.y + area.height * (0.5 + 0.2 * Math.sin(step)));
  }
  await page.mouse.up();
}
