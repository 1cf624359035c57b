/**
 * The rules of this repository about its sources: who may import whom, how long a file may be, where time comes from.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Source {
  /** From the top of the repository, with slashes. */
  path: string;
  text: string;
}

export interface Import {
  /** A source path (`src/errors.ts`), a package (`koa`) or a part of Node (`node:fs`). */
  target: string;
  isTypeOnly: boolean;
  names: string[];
}

export const serverFolders = ['src', 'actors', 'http', 'jobs', 'console'];

export const sourcesIn = (...folders: string[]): Source[] => filesOf(/\.(ts|tsx|mjs|js)$/, folders);
export const pythonIn = (...folders: string[]): Source[] => filesOf(/\.py$/, folders);

function filesOf(kind: RegExp, folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((path) => kind.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
}

const importForms = [
  /^\s*(?:import|export)\s+(type\s)?([^;'"]*?)\s*from\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s+()()['"]([^'"]+)['"]/gm,
  /\bimport\(\s*()()['"]([^'"]+)['"]\s*\)/g,
  /\brequire\(\s*()()['"]([^'"]+)['"]\s*\)/g,
];

export function importsOf({ path, text }: Source): Import[] {
  return importForms.flatMap((form) =>
    [...withoutComments(text).matchAll(form)].map(([, typeWord, clause = '', from = '']) => ({
      target: targetOf(path, from),
      isTypeOnly: typeWord !== undefined && typeWord !== '',
      names: [...clause.matchAll(/[\w$]+/g)].map(([name]) => name).filter((name) => name !== 'type' && name !== 'as'),
    })),
  );
}

/** Where the sources of these names are; those of the others have the folder’s own name. */
const aliases: Record<string, string> = { sdk: 'sdk/src/', web: 'web/src/', page: 'web/src/' };

function targetOf(path: string, from: string): string {
  const alias = /^#(sdk|web|page)\//.exec(from);
  if (alias) return `${aliases[alias[1] as string]}${from.slice(alias[0].length)}`.replace(/\.js$/, '.ts');
  if (from.startsWith('#')) return from.slice(1).replace(/\.js$/, '.ts');
  if (from.startsWith('.')) return posix.join(posix.dirname(path), from).replace(/\.js$/, '.ts');
  if (from.startsWith('node:')) return from;
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{(,])\/\/.*$/gm, '$1');
}

interface Direction {
  /** Which files. The first direction that fits a file is its own. */
  of: RegExp;
  may: RegExp[];
  /** Only `import type`, and only these names. */
  mayAsType?: [target: RegExp, names?: string[]][];
}

const anyPackage = /^(?!src\/|sdk\/|actors\/|http\/|jobs\/|console\/|node:)(?!(mongodb|libsql|node-cron)$)/;
const domain = [/^src\/domain\//, /^src\/errors\.ts$/];
const ground = [...domain, /^src\/concurrency\//];
const commandModules = [/^actors\/\w+\/commands\.ts$/, /^actors\/runtime\/client\.ts$/];
const services = [
  /^src\/config\/config\.ts$/,
  /^src\/observability\/(logger|metrics|request-context|tracing\/tracing)\.ts$/,
  /^src\/adapters\//,
];
const readerNames = ['Reader', 'StoreReader', 'Doc', 'Range', 'Scalar', 'StoreUnavailable'];

const directions: Direction[] = [
  // The files that wire the server, each a part of the whole: settings to node, node to app, app to process.
  { of: /^src\/((main|app|node|open-store)\.ts$|app\/)/, may: [/./] },
  { of: /^src\/errors\.ts$/, may: [] },
  { of: /^src\/domain\//, may: domain },
  { of: /^src\/concurrency\//, may: [/^src\/concurrency\//, /^src\/errors\.ts$/, /^node:/] },
  { of: /^src\/config\//, may: [/^src\/config\//, /^node:/, anyPackage] },
  { of: /^src\/protocol\//, may: [/^src\/protocol\//, ...ground, /^joi$/] },
  { of: /^src\/store\//, may: [/^src\/store\//, ...ground, /^node:/, /^(mongodb|libsql)$/] },
  {
    of: /^src\/cluster\//,
    may: [/^src\/cluster\//, ...ground, /^node:/, /^(ioredis|socket\.io|@socket\.io\/redis-adapter)$/],
    mayAsType: [[/^src\/config\/redis-address\.ts$/]],
  },
  { of: /^src\/adapters\//, may: [...services, ...ground, /^node:/, anyPackage] },
  {
    of: /^src\/import\//,
    may: [
      /^src\/import\//,
      /^src\/adapters\/object-store\/object-store\.ts$/,
      ...commandModules,
      ...ground,
      /^node:/,
      /^yauzl$/,
    ],
    mayAsType: [[/^src\/store\/store\.ts$/, readerNames]],
  },
  {
    of: /^src\/observability\//,
    may: [/^src\/(observability|config)\//, /^src\/errors\.ts$/, /^node:/, anyPackage],
    mayAsType: [[/^src\/store\/store\.ts$/]],
  },
  {
    of: /^actors\/runtime\//,
    may: [/^actors\/runtime\//, /^src\/concurrency\//, /^src\/(errors|store\/store)\.ts$/, /^node:/],
  },
  {
    of: /^actors\/cluster\//,
    may: [
      /^actors\/(cluster|runtime)\//,
      /^src\/errors\.ts$/,
      /^src\/concurrency\//,
      /^src\/cluster\/[\w-]+\.ts$/,
      /^src\/domain\/(format|log\/format-table|slots)\.ts$/,
      /^node:/,
    ],
  },
  // It works under the archive, with the documents and objects that the archive reads.
  {
    of: /^actors\/writers\/archive-writer\.ts$/,
    may: [
      /^actors\/runtime\//,
      commandModules[0] as RegExp,
      ...ground,
      /^src\/store\/(archive\/|schema\/format|store)/,
    ],
  },
  {
    of: /^actors\/(\w+)\//,
    may: [
      /^actors\/runtime\//,
      commandModules[0] as RegExp,
      ...ground,
      /^src\/store\/(store|collections|retention)\.ts$/,
    ],
    mayAsType: [[/^src\/protocol\/socket\/events\.ts$/]],
  },
  {
    of: /^http\//,
    may: [
      /^http\//,
      ...commandModules,
      ...services,
      /^src\/protocol\//,
      ...ground,
      /^src\/store\/collections\.ts$/,
      /^node:/,
      anyPackage,
    ],
    mayAsType: [[/^src\/cluster\/user-event-bus\.ts$/], [/^src\/store\/store\.ts$/, readerNames]],
  },
  {
    of: /^jobs\//,
    may: [
      /^jobs\//,
      ...commandModules,
      ...services,
      ...ground,
      /^src\/store\/collections\.ts$/,
      /^node:/,
      /^(node-cron|lru-cache)$/,
    ],
    mayAsType: [[/^src\/store\/store\.ts$/, readerNames]],
  },
  // The client knows the documents alone: it runs in browsers, and without the rest of the server.
  { of: /^sdk\/src\/react\//, may: [/^sdk\/src\//, /^react$/] },
  { of: /^sdk\/src\//, may: [/^sdk\/src\//, /^socket\.io-client$/] },
  // The process of the console where it stands alone.
  { of: /^console\/(main|standalone|settings)\.ts$/, may: [/^console\//, /^src\//, /^http\//, /^node:/, /^koa$/] },
  // A party of its own beside the service: it keeps and writes its own collections, and knows nothing of actors.
  {
    of: /^console\//,
    may: [
      /^console\//,
      /^http\/middleware\//,
      /^src\/(store\/(store|validate)|protocol\/schema\/(kinds|prune))\.ts$/,
      ...ground,
      /^node:/,
      anyPackage,
    ],
  },
];

/** Imports that go the wrong way, as sentences. */
export function forbiddenImports(source: Source): string[] {
  const direction = directions.find(({ of }) => of.test(source.path));
  if (!direction) return [`${source.path} stands in no folder that has a rule`];
  const ownFolder = /^actors\/\w+\//.exec(source.path)?.[0];
  return importsOf(source)
    .filter((each) => !(ownFolder && each.target.startsWith(ownFolder)))
    .filter((each) => !isAllowed(each, direction))
    .map(({ target, names }) => `${source.path} may not import ${names.join(', ')} from ${target}`);
}

function isAllowed({ target, isTypeOnly, names }: Import, { may, mayAsType = [] }: Direction): boolean {
  if (may.some((pattern) => pattern.test(target))) return true;
  return mayAsType.some(([pattern, only]) => {
    if (!pattern.test(target)) return false;
    const isErrorClass = names.length > 0 && names.every((name) => name === 'StoreUnavailable');
    return (isTypeOnly || isErrorClass) && (!only || names.every((name) => only.includes(name)));
  });
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of files that import each other in a circle. Imports of types count. */
export function fileCircles(sources: Source[]): string[][] {
  return circlesOf(graphOf(sources, (path) => path));
}

/** Groups of folders of `root` that import each other in a circle; a file that lies in `root` itself counts as one. */
export function folderCircles(sources: Source[], root: string): string[][] {
  const inside = sources.filter(({ path }) => path.startsWith(`${root}/`));
  return circlesOf(graphOf(inside, (path) => path.slice(root.length + 1).split('/')[0] as string));
}

function graphOf(sources: Source[], nodeOf: (path: string) => string): Graph {
  const paths = new Set(sources.map(({ path }) => path));
  const graph = new Map<string, Set<string>>();
  for (const source of sources) {
    const node = nodeOf(source.path);
    const imported = graph.get(node) ?? new Set<string>();
    graph.set(node, imported);
    for (const { target } of importsOf(source)) {
      const file = paths.has(target) ? target : target.replace(/\.ts$/, '.tsx');
      if (paths.has(file) && nodeOf(file) !== node) imported.add(nodeOf(file));
    }
  }
  return graph;
}

function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const circles = new Map<string, string[]>();
  for (const [node, others] of reached) {
    if (!others.has(node)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(node)).sort();
    circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

const sizes: [of: RegExp, linesMax: number][] = [
  [/-actor\.ts$/, 150],
  [/^(test|bench|scripts|examples)\//, 400],
  // The runtime, what is one long table, and what is one class by contract.
  [/^(actors\/runtime|src\/store|sdk\/src)\/|^src\/config\/settings\.ts$/, 360],
  [/./, 250],
];

export function isTooLong({ path, text }: Source): string[] {
  const linesMax = sizes.find(([of]) => of.test(path))?.[1] ?? 250;
  const lines = text.trimEnd().split('\n').length;
  return lines > linesMax ? [`${path} has ${lines} lines, of at most ${linesMax}: it is two things`] : [];
}

const worldly =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b|\bperformance\.now\b|\brandom(UUID|Bytes|Int)\b|\bnextTick\b/g;

/** Clocks, chance and timers outside the one Env that brings them in. */
export function worldlyUses({ path, text }: Source): string[] {
  return [...withoutComments(text).matchAll(worldly)].map(([use]) => `${path} uses ${use}: it comes in through Env`);
}

/** The one place that makes pairs of keys: as text, for a reason that is told there. */
const keyMaker = 'test/support/key-pairs.ts';

/** Node's own makers of key pairs. Those of jose are WebCrypto's, which share no lock with what made them. */
export function keyPairUses(source: Source): string[] {
  if (source.path === keyMaker) return [];
  const fromJose = importsOf(source).some(
    ({ target, names }) => target === 'jose' && /\bgenerateKeyPair\b/.test(names.join(' ')),
  );
  const makers = fromJose ? /\bgenerateKeyPairSync\b/g : /\bgenerateKeyPair(Sync)?\b/g;
  const uses = [...withoutComments(source.text).matchAll(makers)];
  return uses.map(([use]) => `${source.path} uses ${use}: pairs of keys come as text from ${keyMaker}`);
}

/** Settings, signals and the exit belong to main; anybody may name the process or warn the person who runs it. */
export function processUses({ path, text }: Source): string[] {
  const uses = [...withoutComments(text).matchAll(/\b(?:process\.(?!pid\b|emitWarning\b)\w+|node:process)/g)];
  return uses.map(([use]) => `${path} uses ${use}`);
}
