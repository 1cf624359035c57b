import { type OpenApiDocument, readOpenApi } from '#http/documents/interface-document.js';
import { html } from '#http/pages/html.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { call } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await openHttpFixture();
});
afterAll(() => fixture.close());

describe('the reference at /docs', () => {
  it('lists every endpoint, without a token and without anything from elsewhere', async () => {
    const { status, headers, body } = await call(fixture, 'GET', '/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { id } of endpoints) expect(body).toContain(`<li id="${id}">`);
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/search.js">']);
    expect(body).not.toMatch(/undefined|\[object/);
  });

  it('answers HEAD too, and no other method', async () => {
    expect((await call(fixture, 'HEAD', '/docs')).status).toBe(200);
    expect((await call(fixture, 'POST', '/docs')).status).toBe(404);
  });
});

const operations = (of: readonly { method: string; path: string }[]) =>
  of.map(({ method, path }) => `${method} ${path}`).sort();

const operationsOf = ({ paths }: Pick<OpenApiDocument, 'paths'>) =>
  operations(Object.entries(paths).flatMap(([path, each]) => Object.keys(each).map((method) => ({ method, path }))));

describe('the documents', () => {
  it('name the address at which they are served', async () => {
    const { body } = await call(fixture, 'GET', '/api/openapi.json');
    expect([body.openapi, body.servers]).toEqual(['3.1.0', [{ url: `http://localhost:${fixture.port}` }]]);
  });

  it('come with the socket, likewise', async () => {
    const { body } = await call(fixture, 'GET', '/api/asyncapi.json');
    const server = { host: `localhost:${fixture.port}`, protocol: 'ws', pathname: '/socket.io/' };
    expect([body.asyncapi, body.servers]).toEqual(['3.0.0', { this: server }]);
  });

  it('tell every endpoint that is mounted, and none that is not', async () => {
    const { body } = await call(fixture, 'GET', '/api/openapi.json');
    expect(operationsOf(body)).toEqual(operations([...endpoints, ...v1Endpoints]));
    const withoutKey = endpoints.filter(({ access }) => access !== 'console');
    expect(operationsOf(readOpenApi(withoutKey))).toEqual(operations([...withoutKey, ...v1Endpoints]));
  });
});

describe('markup', () => {
  it('is only what was written as such', () => {
    const inner = html`<b>${'<i>'}</b>`;
    expect(html`<p title="${'"&'}">${inner}${['<', null, 1]}</p>`.markup).toBe(
      '<p title="&quot;&amp;"><b>&lt;i&gt;</b>&lt;1</p>',
    );
  });
});
