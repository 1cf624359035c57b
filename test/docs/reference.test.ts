import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SearchIndex } from '#http/pages/docs-index.js';
import { type Components, sampleOf } from '#http/pages/docs-sample.js';
import { isOfTopic, restTopics } from '#http/pages/docs-topics.js';
import { errors } from '#src/errors.js';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { V1_TAG } from '#src/protocol/v1/v1-openapi.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

const tables = ['socket', 'errors', 'limits', 'shapes'];

let service: Booted;
const texts = new Map<string, string>();
beforeAll(async () => {
  service = await bootApp();
  for (const path of [
    '/docs',
    ...[...restTopics.map(({ name }) => name), ...tables].map((name) => `/docs/${name}`),
    ...['curl', 'sdk', 'python', 'semantics', 'bots', 'production'].map((name) => `/docs/guides/${name}`),
  ]) {
    const { status, body } = await service.ask(null, 'GET', path);
    expect([path, status]).toEqual([path, 200]);
    texts.set(path, body);
  }
});
afterAll(() => service?.[Symbol.asyncDispose]());

const placesOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string);
const page = (name: string) => texts.get(`/docs/${name}`) ?? '';
const listed = [...endpoints, ...v1Endpoints.map((endpoint) => ({ ...endpoint, tag: V1_TAG }))];

describe('the reference', () => {
  it('has one topic for every endpoint, of /v1 too, with its examples', () => {
    for (const endpoint of listed) {
      const topics = restTopics.filter((topic) => isOfTopic(topic, endpoint)).map(({ name }) => name);
      expect([endpoint.id, topics.length]).toEqual([endpoint.id, 1]);
      const [, block = ''] = page(topics[0] ?? '').split(`<article id="${endpoint.id}">`);
      const [article = ''] = block.split('</article>');
      expect(article).toContain(`<code>${endpoint.path}</code>`);
      const examples = [...article.matchAll(/data-example="(\w+)"/g)].map(([, language]) => language);
      expect([endpoint.id, examples]).toEqual([endpoint.id, ['bash', 'ts', 'python']]);
    }
  });

  it('has a place for every operation and event of the socket, with its examples', () => {
    const names = Object.keys(asyncApiDocument({ version: '0' }).operations as object);
    const places = new Set(placesOf(page('socket')));
    for (const name of names) expect(places).toContain(`socket-${name.replaceAll(/\W/g, '-')}`);
    for (const language of ['ts', 'python']) {
      const examples = page('socket').match(new RegExp(`name="example-socket-[^"]+" data-example="${language}"`, 'g'));
      expect([language, examples?.length]).toEqual([language, names.length]);
    }
  });

  it('tells every error with its status and its sentence', () => {
    for (const [code, [status, sentence]] of Object.entries(errors)) {
      const row = page('errors').slice(page('errors').indexOf(`id="error-${code}"`));
      expect(row.slice(0, row.indexOf('</tr>'))).toContain(
        `<td>${status}</td><td>${sentence.replaceAll("'", '&#39;')}`,
      );
    }
  });

  it('leads on from every place that it had when it was one page', () => {
    const links = new Map(
      [...(texts.get('/docs') ?? '').matchAll(/<(?:li|h2) id="([^"]+)"><a href="([^"]+)">/g)].map(([, id, to]) => [
        id,
        to,
      ]),
    );
    for (const { id } of listed)
      expect([id, links.get(id)]).toEqual([id, expect.stringMatching(new RegExp(`^/docs/\\w+#${id}$`))]);
    for (const code of Object.keys(errors)) expect(links.get(`error-${code}`)).toBe(`/docs/errors#error-${code}`);
    expect(links.get('limits')).toBe('/docs/limits');
    expect(links.get('errors')).toBe('/docs/errors');
    expect(links.get('shape-Message')).toBe('/docs/shapes#shape-Message');
    expect(links.get('socket-message-new')).toBe('/docs/socket#socket-message-new');
  });

  it('is light: no page has more than 60 kB over the wire, and its search less', async () => {
    for (const path of [...texts.keys(), '/docs/search.json', '/docs/search.js', '/docs/style.css']) {
      const { headers } = await service.ask(null, 'HEAD', path, undefined, { 'accept-encoding': 'gzip' });
      expect([path, headers.get('content-encoding')]).toEqual([path, 'gzip']);
      const bytes = Number(headers.get('content-length'));
      expect([path, bytes, bytes > 0 && bytes <= 60_000]).toEqual([path, bytes, true]);
    }
  });

  it('has a search index that leads only to places there are', async () => {
    const { body } = await service.ask(null, 'GET', '/docs/search.json');
    const { pages, sections } = body as SearchIndex;
    expect(pages.map(([address]) => address).sort()).toEqual(
      [...texts.keys()].filter((path) => path !== '/docs').sort(),
    );
    const lost = sections.filter(([at, id]) => !placesOf(texts.get(pages[at]?.[0] ?? '') ?? '').includes(id));
    expect(lost).toEqual([]);
    expect(sections.length).toBeGreaterThan(listed.length + Object.keys(errors).length);
    // A program in JSX has tags of its own.
    const prose = sections.filter(([, , , text]) => !text.includes('createRoot('));
    expect(prose.filter(([, , , text]) => /[<>]\/|&\w+;|undefined/.test(text))).toEqual([]);
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
