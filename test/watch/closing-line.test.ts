/** The verdict over a run in CI where something was left out. */
const CLOSING_LINE = new URL('../../scripts/test/closing-line.mjs', import.meta.url);

type ClosingLine = (run: object, where: object) => boolean;

let closingLine: ClosingLine;
let isWell: (leftOut: Record<string, number>) => boolean;
beforeAll(async () => {
  ({ closingLine } = (await import(CLOSING_LINE.href)) as { closingLine: ClosingLine });
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

it('says why nothing was tested', () => {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line) => lines.push(line);
  try {
    const progress = { ended: new Map(), planned: new Set(), unfinished: () => [] };
    const run = { progress, stalled: [], rounds: 1, endedWell: false };
    expect(closingLine(run, { isCi: false, root: '/it' })).toBe(false);
  } finally {
    console.log = log;
  }
  expect(lines).toEqual([
    'Nothing was tested: no file of tests has what was asked for in its path.',
    '0 passed, 1 failed',
  ]);
});
