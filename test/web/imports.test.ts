import { importsOf, type Source, sourcesIn } from '../support/architecture-rules.js';

const sources = sourcesIn('web/src', 'web/panel/src', 'web/console/src');
const paths = new Set(sources.map(({ path }) => path));

/** The file that an import names: `#page` is `web/src`, and `.js` stands for `.ts` or `.tsx`. */
function fileOf(target: string): string {
  const path = target.replace(/^page\//, 'web/src/');
  return paths.has(path) ? path : path.replace(/\.ts$/, '.tsx');
}

/** Dynamic imports name nothing: a part that is loaded on first use may import the page that loads it. */
const filesImportedBy = (source: Source, isStaticOnly: boolean): string[] =>
  importsOf(source)
    .filter(({ names }) => !isStaticOnly || names.length > 0)
    .map(({ target }) => fileOf(target))
    .filter((path) => paths.has(path));

/** The first circle of imports, from a file back to itself; empty when there is none. */
function circleIn(imports: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const circle = visit(next, [...way, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  for (const path of imports.keys()) {
    const circle = visit(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

describe('the imports of the pages', () => {
  it('form no circle between files, those of types included', () => {
    const imports = new Map(sources.map((source) => [source.path, filesImportedBy(source, true)]));
    expect([...imports.values()].flat().length).toBeGreaterThan(1000);
    expect(circleIn(imports)).toEqual([]);
  });

  it('would not pass with a circle', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(circleIn(imports)).toEqual(['b', 'c', 'b']);
  });

  it('lead from ui/ to no feature, types included', () => {
    const mayImport = /^web\/src\/(ui\/|app\/|api-types\.ts$)/;
    const wrong = sources
      .filter(({ path }) => path.startsWith('web/src/ui/'))
      .flatMap((source) => filesImportedBy(source, false).map((target) => `${source.path}: ${target}`))
      .filter((line) => !mayImport.test(line.split(': ')[1] ?? ''));
    expect(wrong).toEqual([]);
  });
});
