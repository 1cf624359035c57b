import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Components, sampleOf } from '#http/pages/docs-sample.js';
import { errors } from '#src/errors.js';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

let service: Booted;
const texts = new Map<string, string>();
beforeAll(async () => {
  service = await bootApp();
  for (const path of [
    '/docs',
    ...['curl', 'sdk', 'python', 'semantics', 'bots', 'production'].map((name) => `/docs/guides/${name}`),
  ]) {
    const { status, body } = await service.ask(null, 'GET', path);
    expect([path, status]).toEqual([path, 200]);
    texts.set(path, body);
  }
});
afterAll(() => service?.[Symbol.asyncDispose]());

const placesOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string);
const page = () => texts.get('/docs') ?? '';

describe('the reference', () => {
  it('has a place for every endpoint, of /v1 too, with its example', () => {
    const places = new Set(placesOf(page()));
    for (const { id, path } of [...endpoints, ...v1Endpoints]) {
      expect(places).toContain(id);
      expect(page()).toContain(`<code>${path}</code>`);
    }
    expect(page().match(/<pre tabindex="0" data-language="bash">/g)?.length).toBe(
      endpoints.length + v1Endpoints.length,
    );
  });

  it('has a place for every operation and event of the socket', () => {
    const places = new Set(placesOf(page()));
    for (const name of Object.keys(asyncApiDocument({ version: '0' }).operations as object)) {
      expect(places).toContain(`socket-${name.replaceAll(/\W/g, '-')}`);
    }
  });

  it('tells every error with its status and its sentence', () => {
    for (const [code, [status, sentence]] of Object.entries(errors)) {
      const row = page().slice(page().indexOf(`id="error-${code}"`));
      expect(row.slice(0, row.indexOf('</tr>'))).toContain(
        `<td>${status}</td><td>${sentence.replaceAll("'", '&#39;')}`,
      );
    }
  });

  it('names no place twice', () => {
    for (const text of texts.values()) {
      const places = placesOf(text);
      expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    }
  });

  it('and the guides lead only to places there are', () => {
    for (const [path, text] of texts) {
      for (const [, to = ''] of text.matchAll(/href="([^"]+)"/g)) {
        const [page = '', place] = to.split('#');
        const target = texts.get(page === '' ? path : page);
        if (target && place) expect([path, placesOf(target)]).toEqual([path, expect.arrayContaining([place])]);
        else
          expect(target ? 'page' : to).toMatch(
            /^(page|\/docs\/style\.css|\/mark\.svg|\/api\/(openapi|asyncapi)\.json)$/,
          );
      }
    }
  });

  it('needs no more than its own style and script', async () => {
    const { headers } = await service.ask(null, 'GET', '/docs');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    for (const text of texts.values())
      expect(text).not.toMatch(/<style|style="|<script(?! type="module" src="\/docs\/search.js">)| on\w+="/);
    const types = await Promise.all(
      ['/docs/style.css', '/docs/search.js'].map(async (path) =>
        (await service.ask(null, 'GET', path)).headers.get('content-type'),
      ),
    );
    expect(types).toEqual(['text/css; charset=utf-8', 'text/javascript; charset=utf-8']);
  });
});

describe('a sample', () => {
  const document = openApiDocument(endpoints, { version: '0' });
  const { schemas } = document.components as { schemas: Components };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', ...document });

  const paths = document.paths as Record<string, Record<string, Operation>>;
  interface Operation {
    operationId: string;
    responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
  }
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, responses }]) =>
      Object.entries(responses)
        .filter(([status, { content }]) => status < '400' && content?.['application/json'])
        .map(([status]) => [`${operationId} ${status}`, [path, method, status]] as const),
    ),
  );

  it.each(answers)('fits the answer it stands for: %s', (_id, [path, method, status]) => {
    const schema = paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema as JsonSchema;
    const steps = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const judge = ajv.compile({ $ref: `openapi#/${pointer}` });
    const sample = sampleOf(schema, schemas);
    expect([judge(sample), judge.errors, sample]).toEqual([true, null, sample]);
  });
});
