/** Meydan starts where every package with compiled parts has a build: the lock file says where that is. */
import { readFileSync } from 'node:fs';

interface Locked {
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, Locked>;

/** Windows is among them in WSL, which is Linux. The image is Debian, whose libc is glibc. */
const systems = [
  { name: 'Linux x64', os: 'linux', cpu: 'x64' },
  { name: 'Linux arm64', os: 'linux', cpu: 'arm64' },
  { name: 'macOS x64', os: 'darwin', cpu: 'x64' },
  { name: 'macOS arm64', os: 'darwin', cpu: 'arm64' },
];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };

/** As npm chooses: what a package does not name, it does not mind. */
const fits = ({ os, cpu, libc }: Locked, system: { os: string; cpu: string }) =>
  (os?.includes(system.os) ?? true) && (cpu?.includes(system.cpu) ?? true) && (libc?.includes('glibc') ?? true);

/** Packages that ask for one build out of several, one for each system; by name, with their builds. */
function familiesIn(locked: Packages): [name: string, builds: Locked[]][] {
  const namedBuild = (name: string) => locked[`node_modules/${name}`];
  const families = Object.entries(locked).map(([at, { optionalDependencies = {} }]): [string, Locked[]] => [
    at.replace(/^.*node_modules\//, ''),
    Object.keys(optionalDependencies)
      .flatMap((name) => namedBuild(name) ?? [])
      .filter(({ os, cpu }) => os && cpu),
  ]);
  return families.filter(([, builds]) => builds.length > 1);
}

function missingIn(locked: Packages): string[] {
  return familiesIn(locked).flatMap(([name, builds]) =>
    systems.filter((system) => !builds.some((build) => fits(build, system))).map((system) => `${name}: ${system.name}`),
  );
}

describe('each supported system', () => {
  it('has a build of every package with compiled parts', () => {
    const names = familiesIn(packages).map(([name]) => name);
    const known = ['@biomejs/biome', '@node-rs/argon2', '@swc/core', 'libsql', 'rolldown', 'typescript'];
    expect(names).toEqual(expect.arrayContaining(known));
    expect(missingIn(packages)).toEqual([]);
  });

  it('is allowed by every package that is always installed', () => {
    const always = Object.entries(packages).filter(([, { os, cpu }]) => os || cpu);
    const required = always.filter(([, locked]) => !('optional' in locked));
    const refused = required.flatMap(([at, locked]) =>
      systems.filter((system) => !fits(locked, system)).map(({ name }) => `${at}: ${name}`),
    );
    expect(required.map(([at]) => at)).toContain('node_modules/libsql');
    expect(refused).toEqual([]);
  });

  it('is missed when a build goes, or is for another libc', () => {
    const { 'node_modules/@libsql/darwin-arm64': _, ...without } = packages;
    expect(missingIn(without)).toEqual(['libsql: macOS arm64']);
    const gnu = 'node_modules/@node-rs/argon2-linux-x64-gnu';
    expect(missingIn({ ...packages, [gnu]: { ...packages[gnu], libc: ['musl'] } })).toEqual([
      '@node-rs/argon2: Linux x64',
    ]);
  });

  it('is named in the documents', () => {
    const told = readFileSync('docs/operating.md', 'utf8');
    for (const { name } of systems) expect(told).toContain(`| ${name} |`);
  });
});
