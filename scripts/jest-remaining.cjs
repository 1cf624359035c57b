/**
 * Jest's filter for `npm test`: says which files are meant, without the long ones of other commits, and leaves out
 * those that an earlier round has seen to.
 */
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { delimiter } = require('node:path');

module.exports = async (paths) => {
  const records = process.env.MEYDAN_TEST_PROGRESS;
  const lines = existsSync(records) ? readFileSync(records, 'utf8').trimEnd().split('\n').map(JSON.parse) : [];
  const done = new Set(lines.filter(({ kind }) => kind === 'end').map(({ path }) => path));
  const leftOut = new Set(process.env.MEYDAN_TESTS_LEFT_OUT?.split(delimiter));
  const filtered = paths.filter((path) => !done.has(path) && !leftOut.has(path));
  appendFileSync(records, `${JSON.stringify({ kind: 'planned', paths: filtered })}\n`);
  return { filtered };
};
