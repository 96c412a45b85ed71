import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { setupOf, useChartMemory } from './chart-memory.ts';
import { TemplatesDialog } from './templates-dialog.tsx';

beforeEach(() => useChartMemory.setState({ charts: {}, parameters: {}, chartTemplates: [] }));

const save = page.getByRole('button', { name: 'Save this chart’s indicators' });
const name = page.getByRole('textbox', { name: 'Name' });

test('what a chart shows is kept under a name, put on another chart, and taken away', async () => {
  useChartMemory.getState().change('BTCUSDT', { indicators: ['EMA', 'MACD'] });
  let closed = 0;
  const drawn = await draw(<TemplatesDialog code="BTCUSDT" onClose={() => (closed += 1)} />);
  await userEvent.click(save);
  await expect.element(page.getByText('Enter a name')).toBeVisible();
  await userEvent.fill(name, ' Trend ');
  await userEvent.click(save);
  await expect.element(page.getByText('EMA · MACD')).toBeVisible();
  await expect.element(name).toHaveValue('');
  await drawn.unmount();
  await draw(<TemplatesDialog code="ETHUSDT" onClose={() => (closed += 1)} />);
  await userEvent.click(page.getByRole('button', { name: 'Apply: Trend' }));
  expect([closed, setupOf('ETHUSDT').indicators]).toEqual([1, ['EMA', 'MACD']]);
  await userEvent.click(page.getByRole('button', { name: 'Delete the template Trend' }));
  expect(useChartMemory.getState().chartTemplates).toEqual([]);
});

test('as many as may be kept are; another one under a name that there is takes its place', async () => {
  for (let number = 0; number < 12; number += 1) useChartMemory.getState().keepTemplate('BTCUSDT', `T${number}`);
  await draw(<TemplatesDialog code="BTCUSDT" onClose={() => undefined} />);
  await userEvent.fill(name, 'One more');
  await userEvent.click(save);
  await expect.element(page.getByText('Delete a template before adding another')).toBeVisible();
  await userEvent.fill(name, 'T0');
  await userEvent.click(save);
  await expect.poll(() => useChartMemory.getState().chartTemplates.at(-1)?.name).toBe('T0');
  expect(useChartMemory.getState().chartTemplates).toHaveLength(12);
});
