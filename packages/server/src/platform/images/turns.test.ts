import { expect, test } from 'vitest';
import { type Sender, Turns, turnLimits } from './turns.ts';

const person = (name: string, network = name): Sender => ({ person: name, network });

/** A sender that sends until it is stopped. */
function slow(turns: Turns, sender: Sender) {
  const end = Promise.withResolvers<void>();
  const state = { begun: false };
  const outcome = turns.run(sender, async () => {
    state.begun = true;
    await end.promise;
    return 'sent';
  });
  return { state, outcome, end: () => end.resolve() };
}

test('forty-eight that trickle from one person hold two places, and everybody else sends', async () => {
  const turns = new Turns();
  const trickling = Array.from({ length: 48 }, () => slow(turns, person('mallory')));
  expect(trickling.filter(({ state }) => state.begun)).toHaveLength(2);
  expect(await Promise.all(trickling.slice(10).map(({ outcome }) => outcome))).toEqual(Array(38).fill('busy'));
  expect(await turns.run(person('ada'), async () => 'sent')).toBe('sent');
  for (const each of trickling) each.end();
  expect(await Promise.all(trickling.slice(0, 10).map(({ outcome }) => outcome))).toEqual(Array(10).fill('sent'));
  expect(await turns.run(person('mallory'), async () => 'sent')).toBe('sent');
});

test('many accounts of one network hold four places', async () => {
  const turns = new Turns();
  const trickling = Array.from({ length: 6 }, (_, n) => slow(turns, person(`mallory${n}`, '192.0.2.66')));
  expect(trickling.map(({ state }) => state.begun)).toEqual([true, true, true, true, false, false]);
  expect(await turns.run(person('ada'), async () => 'sent')).toBe('sent');
  trickling[0]?.end();
  await trickling[0]?.outcome;
  expect(trickling.map(({ state }) => state.begun)).toEqual([true, true, true, true, true, false]);
  for (const each of trickling) each.end();
  await Promise.all(trickling.map(({ outcome }) => outcome));
});

test('without a limit for each, one person would keep all others out: this test would notice', async () => {
  const turns = new Turns({ ...turnLimits, person: 48, network: 48 });
  const trickling = Array.from({ length: 48 }, () => slow(turns, person('mallory')));
  const ada = slow(turns, person('ada'));
  expect(ada.state.begun).toBe(false);
  for (const each of [...trickling, ada]) each.end();
  expect(await ada.outcome).toBe('sent');
  await Promise.all(trickling.map(({ outcome }) => outcome));
});

test('work that fails gives its place back', async () => {
  const turns = new Turns({ ...turnLimits, person: 1 });
  await expect(turns.run(person('ada'), () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await turns.run(person('ada'), async () => 'sent')).toBe('sent');
});
