import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');
// The writers are plain JavaScript of scripts/; what they give is text.
const writers = async () => {
  const [rest, socket, both] = ['rest-types', 'socket-types', 'with-socket-shapes'].map(
    (name) => `../../scripts/sdk/${name}.mjs`,
  ) as [string, string, string];
  const { restTypes } = (await import(rest)) as { restTypes(document: OpenApi): string };
  const { socketTypes } = (await import(socket)) as { socketTypes(document: unknown, shapes: string[]): string };
  const { withSocketShapes } = (await import(both)) as { withSocketShapes(rest: OpenApi, socket: unknown): OpenApi };
  return { restTypes, socketTypes, withSocketShapes };
};

interface OpenApi {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const openApi: OpenApi = JSON.parse(read('docs/openapi.json'));
const asyncApi = JSON.parse(read('docs/asyncapi.json')) as { operations: Record<string, unknown> };

describe('the types of the client', () => {
  it('are what the documents say: after a change of them, `npm run sdk`', async () => {
    const { restTypes, socketTypes, withSocketShapes } = await writers();
    const both = withSocketShapes(openApi, asyncApi);
    expect(read('sdk/src/generated/rest.ts')).toBe(restTypes(both));
    expect(read('sdk/src/generated/socket.ts')).toBe(socketTypes(asyncApi, Object.keys(both.components.schemas)));
  });

  it('know every operation that is called, over REST and over the socket', () => {
    const written = read('sdk/src/generated/rest.ts');
    const called = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !('302' in responses))
        .map(([method]) => `  '${method.toUpperCase()} ${path}': {`),
    );
    expect(called.length).toBeGreaterThan(150);
    expect(called.filter((line) => !written.includes(line))).toEqual([]);
    const socket = read('sdk/src/generated/socket.ts');
    const told = Object.keys(asyncApi.operations).map((name) => `'${name.replace(/^on /, '')}'`);
    expect(told.filter((name) => !socket.includes(`  ${name}: `))).toEqual([]);
  });

  it.each(['sdk/src/generated/rest.ts', 'sdk/src/generated/socket.ts', 'sdk/src/content.ts'])(
    'leave no value of %s unknown',
    (file) => {
      expect(read(file).match(/.*(?:: |string, |\| )(?:unknown|any)[;,>[].*/g) ?? []).toEqual([]);
    },
  );

  it('follow a document that changed', async () => {
    const { restTypes } = await writers();
    const changed = structuredClone(openApi);
    changed.components.schemas['Fresh'] = { type: 'object', properties: { at: { type: ['integer', 'null'] } } };
    expect(restTypes(changed)).toContain('export interface Fresh {\n  at?: number | null;\n}');
  });
});
