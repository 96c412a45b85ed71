import '../../../test/phone.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { Dialog } from '../dialog.tsx';

/** Whether a press in the middle of it would reach it. */
const isCovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
};

test('on a phone a card that stays leaves the cross of a tall sheet within reach, and the last action in sight', async () => {
  await page.viewport(390, 844);
  const sheet = (
    <Dialog open onOpenChange={() => undefined} title="Borrow" footer={<button type="button">Sign</button>}>
      <div style={{ height: '2000px' }} />
    </Dialog>
  );
  await draw(sheet, <li className="pointer-events-auto h-[180px] bg-surface-2">No answer yet</li>);
  const cross = page.getByRole('button', { name: 'Close' });
  await expect.element(cross).toBeVisible();
  await expect.element(page.getByText('No answer yet')).toBeVisible();
  await expect.poll(() => isCovered(cross.element())).toBe(false);
  expect(isCovered(page.getByRole('button', { name: 'Sign' }).element())).toBe(false);
});
