/** The verdict over a run in CI where something was left out. */
const CLOSING_LINE = new URL('../../scripts/test/closing-line.mjs', import.meta.url);

let isWell: (leftOut: Record<string, number>) => boolean;
beforeAll(async () => {
  const { closingLine } = (await import(CLOSING_LINE.href)) as { closingLine: (run: object, where: object) => boolean };
  isWell = (leftOut) => {
    const ended = new Map([['/it/test/sums.test.ts', { passed: 1, failed: 0, skipped: 0, leftOut }]]);
    const progress = { ended, planned: new Set(ended.keys()), unfinished: () => [] };
    return closingLine({ progress, stalled: [], rounds: 1, endedWell: true }, { isCi: true, root: '/it' });
  };
});

it('is a failure for want of a server, and none for want of what not every CI reaches', () => {
  const java = { 'Java client of Socket.IO': 2 };
  expect([isWell({}), isWell(java), isWell({ mongod: 1 }), isWell({ ...java, mongod: 1 })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
