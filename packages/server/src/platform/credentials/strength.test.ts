import { expect, test } from 'vitest';
import { refuseWeak } from './strength.ts';

test('many passwords at once are each answered with their own judgement', async () => {
  const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'iloveyou1' : `three wooden camels ${index}`));
  const answers = await Promise.all(asked.map((password) => refuseWeak('password', password, [])));
  expect(answers.map((refused) => refused?.code)).toEqual(asked.map((_, index) => (index % 2 === 0 ? '11268' : undefined)));
});

test('a text made to take long takes no longer than others, and nobody else’s time', async () => {
  // Once the tables are there.
  await refuseWeak('password', 'three wooden camels', []);
  const began = process.cpuUsage();
  const own = process.threadCpuUsage();
  for (const unit of ['4$31!0@', '@$!+|0', 'aB3$']) await refuseWeak('password', unit.repeat(32), []);
  // Fifteen seconds without the bounds, for one of them.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  // A hundred times what it takes to ask.
  expect(process.threadCpuUsage(own).user / 1000).toBeLessThan(500);
});
