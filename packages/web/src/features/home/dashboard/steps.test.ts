import { describe, expect, it } from 'vitest';
import { progressOf, steps } from './steps.ts';

const none = { verified: false, funded: false, traded: false, guarded: false };

describe('the first steps on home', () => {
  it('offer the first that is not done, in whatever order they were done', () => {
    expect(progressOf(none)).toEqual({ count: 0, next: steps[0] });
    expect(progressOf({ ...none, traded: true, guarded: true })).toMatchObject({ count: 2, next: { name: 'verified' } });
  });

  it('are over once all are done', () => {
    expect(progressOf({ verified: true, funded: true, traded: true, guarded: true })).toEqual({ count: 4, next: null });
  });
});
