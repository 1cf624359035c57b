import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Source, sourcesIn, withoutComments } from './support/architecture-rules.js';

const folders = ['actors', 'http', 'jobs', 'src', 'console', 'web', 'sdk', 'sdk-python', 'test'];
const sources = sourcesIn(...folders);

/** Words of this project's past, and the term of the field that a name uses in their place. */
const forbidden: Record<string, string> = {
  flight: 'an in-flight write, with a read-your-writes barrier (in-flight-writes.ts)',
  land: 'commit',
  landed: 'committed',
  landing: 'commit',
  door: 'ban, invite, join request; server, middleware, auth guard',
  knock: 'authenticate',
  tend: 'sweep, expire',
  sight: 'visibility, read tracking',
  shelf: 'cache',
  desk: 'service, workspace',
  seam: 'port, injection point',
  laggard: 'slow consumer',
  papers: 'wallpaper',
  ladder: 'scroll anchor',
  teller: 'publisher',
  telling: 'notification',
  slimming: 'release of the handshake',
  surroundings: 'context',
  judge: 'check, verify, validate',
  house: 'fixture; server',
  happening: 'room event',
  onlooker: 'render context',
  entrance: 'connection lifecycle, auth guard',
  seal: 'sign, verify (an HMAC does not encrypt)',
  sealed: 'signed',
  parcel: 'request batch',
};

/** `in-flight` is the field’s own word. */
const standard = /\bin[-_ ]?flight\b|InFlight|inFlight/g;

/** The words of a name, each in lower case and in the singular: `V1Houses` has `v1` and `house`. */
function wordsOf(name: string): string[] {
  return name
    .replace(standard, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .flatMap((word) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word]));
}

const hints = (name: string): string[] =>
  [...new Set(wordsOf(name))]
    .filter((word) => Object.hasOwn(forbidden, word))
    .map((word) => `"${word}": use ${forbidden[word]}`);

function exportedNames({ text }: Source): string[] {
  const code = withoutComments(text);
  const declared =
    /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  const listed = /^export (?:type )?\{([^}]*)\}/gm;
  return [
    ...[...code.matchAll(declared)].map(([, name = '']) => name),
    ...[...code.matchAll(listed)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(/\s+/).at(-1) ?? ''),
    ),
  ].filter(Boolean);
}

/** Ends of constants that say a number without its kind, and the end that says it. */
const vagueEnds: Record<string, string> = {
  AT_ONCE: 'CONCURRENCY, or …_PER_REQUEST_MAX',
  ATTEMPTS: 'ATTEMPTS_MAX',
  BATCH: 'BATCH_MAX',
  EVERY: 'INTERVAL_MS',
  TRIES: 'ATTEMPTS_MAX',
  WITHIN: 'TIMEOUT_MS',
};

function vagueConstants({ path, text }: Source): string[] {
  const names = [...withoutComments(text).matchAll(/^(?:export )?const ([A-Z][A-Z\d_]*) = /gm)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) => {
    const end = Object.keys(vagueEnds).find((each) => name === each || name.endsWith(`_${each}`));
    return end ? [`${path}, ${name}: ends in ${vagueEnds[end]}`] : [];
  });
}

const problemsOf = (where: string, name: string): string[] => hints(name).map((hint) => `${where}, ${hint}`);

describe('forbidden words', () => {
  it('are in no path of a file', () => {
    const paths = filesIn(...folders).filter((path) => !isGenerated(path));
    expect(paths.length).toBeGreaterThan(500);
    expect(paths.flatMap((path) => problemsOf(path, path))).toEqual([]);
  });

  it('are in no exported name', () => {
    const written = sources.filter(({ path }) => !isGenerated(path));
    const problems = written.flatMap((source) =>
      exportedNames(source).flatMap((name) => problemsOf(`${source.path} exports ${name}`, name)),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    ['actors/runtime/flights.ts', 'flight'],
    ['test/people/house.ts', 'house'],
    ['landEntry', 'land'],
    ['V1House', 'house'],
    ['stopHouses', 'house'],
    ['papers-panel.tsx', 'papers'],
    ['SponsoredDesk', 'desk'],
  ])('%s is refused with the term to use', (name, word) => {
    expect(hints(name)).toEqual([`"${word}": use ${forbidden[word]}`]);
  });

  it.each([
    'in-flight-writes.ts',
    'InFlightWrites',
    'landmark',
    'islandOf',
    'tendency',
    'insight',
    'sealevel',
    'warehouse',
  ])('%s is allowed', (name) => {
    expect(hints(name)).toEqual([]);
  });

  it('reads names that are declared, listed, or listed under another name', () => {
    const text =
      'export const one = 1;\nexport type { Two, Three as Four };\nexport async function five() {}\nconst six = 6;';
    expect(exportedNames({ path: 'src/x.ts', text })).toEqual(['one', 'five', 'Two', 'Four']);
  });
});

describe('constants', () => {
  it('end in what they are', () => {
    const shipped = sources.filter(({ path }) => !path.startsWith('test/') && !isGenerated(path));
    expect(shipped.flatMap(vagueConstants)).toEqual([]);
  });

  it.each([
    ['const AT_ONCE = 4;', 1],
    ['export const SLUG_TRIES = 5;', 1],
    ['const BATCH_MAX = 100;', 0],
    ['const RETRY_DELAY_MS = 100;', 0],
  ])('%s: %d', (text, count) => {
    expect(vagueConstants({ path: 'src/x.ts', text })).toHaveLength(count);
  });
});

const FILES_MAX = 25;
const budgeted = [...folders, 'bench', 'examples', 'scripts'];

describe('a folder', () => {
  it(`holds at most ${FILES_MAX} files directly beside each other`, () => {
    expect(tooFull(filesIn(...budgeted).filter((path) => !isGenerated(path)))).toEqual([]);
  });

  it('is refused with one file more, files of its subfolders not counted', () => {
    const files = Array.from({ length: FILES_MAX }, (_, at) => `src/x/${at}.ts`);
    expect(tooFull([...files, 'src/x/y/one.ts'])).toEqual([]);
    expect(tooFull([...files, 'src/x/one-more.ts'])).toEqual([
      `src/x holds ${FILES_MAX + 1} files, of at most ${FILES_MAX}`,
    ]);
  });
});

function isGenerated(path: string): boolean {
  return /^(sdk\/src\/generated|sdk\/dist|sdk-python\/src\/meydan\/generated)\//.test(path);
}

function filesIn(...tops: string[]): string[] {
  return tops
    .flatMap((top) => readdirSync(top, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|__pycache__|\.cache)\//.test(path));
}

function tooFull(files: string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > FILES_MAX)
    .map(([folder, count]) => `${folder} holds ${count} files, of at most ${FILES_MAX}`);
}
