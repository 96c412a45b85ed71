import { expect, test } from 'vitest';
import { drillTable } from './drills.ts';

test('the table of drills is dated, and tells of each drill how it ended, how long it took and what it measured', () => {
  const report = JSON.stringify({
    testResults: [
      { name: '/e2e/drills/growth.drill.ts', status: 'failed', assertionResults: [] },
      {
        name: '/e2e/drills/kills.drill.ts',
        status: 'failed',
        assertionResults: [
          { title: '20 kills', status: 'passed', duration: 90_000, meta: { figures: '2,400 moves' } },
          { title: 'an outage', status: 'failed', duration: 6_000 },
        ],
      },
    ],
  });
  expect(drillTable(report, { day: '2026-11-22', cores: 2, load: 0.34 }).split('\n')).toEqual([
    'Drills of 2026-11-22, on 2 cores, load 0.3 when they began',
    '',
    '| drill | result | took | figures |',
    '| --- | --- | --- | --- |',
    '| growth.drill.ts | failed | 0.0 min |  |',
    '| 20 kills | passed | 1.5 min | 2,400 moves |',
    '| an outage | failed | 0.1 min |  |',
  ]);
});
