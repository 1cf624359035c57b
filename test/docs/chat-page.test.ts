import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** The first cell of each row of the page's two tables. */
const listed = [...read('chat-page.md').matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name = '']) => name);

/** Businesses and operators have pages of their own; a panel is linked from the chat page, though. */
const isElsewhere = (path: string): boolean =>
  !path.startsWith('/api/') || path.startsWith('/api/console/') || /^\/api\/panel\/(?!link)/.test(path);

function endpoints(): string[] {
  const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => !isElsewhere(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
}

function operations(): string[] {
  const { operations: all } = JSON.parse(read('asyncapi.json')) as { operations: Record<string, object> };
  return Object.keys(all).filter((name) => !name.startsWith('on '));
}

describe('what the chat page offers', () => {
  it('is told of every endpoint and operation, once', () => {
    const offered = [...endpoints(), ...operations()];
    expect(offered.length).toBeGreaterThan(120);
    expect([...listed].sort()).toEqual([...offered].sort());
  });
});
