import { expect, test } from 'vitest';
import { draw, speak } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { HeroChart } from './hero-chart.tsx';
import { exampleReceipt } from './receipt.ts';

const hundred = Array.from({ length: 100 }, (_, at) => 96_000 + 11 * at);
const info = { ...bitcoin, contract: bitcoinContract, zdf: '1.17', hundred };

test.each([
  ['en', 'right'],
  ['ar', 'left'],
] as const)('runs from left to right and keeps away from the receipt beside it (%s)', async (language, side) => {
  const receipt = exampleReceipt(info);
  if (receipt === null) throw new Error('the sample can be worked out');
  await speak(language);
  await draw(<HeroChart info={info} receipt={receipt} className="h-[300px] w-[600px]" />);
  const [figure, line] = ['figure', 'svg path:last-of-type'].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  if (figure === undefined || line === undefined) throw new Error('there is a line');
  const gaps = { left: line.left - figure.left, right: figure.right - line.right };
  expect(gaps[side]).toBeGreaterThan(20);
  expect(gaps[side === 'left' ? 'right' : 'left']).toBeLessThan(5);
});
