/**
 * The examples in TypeScript and Python send what the example in curl sends, which examples.test.ts tries on a service. Those of the
 * socket are tried on a service here. Each client runs its examples in one program, as a reader would type them.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DocumentedOperation, type ExampleCall, exampleCall, variableIn } from '#http/pages/docs-calls.js';
import { curlOf } from '#http/pages/docs-curl.js';
import { preludes } from '#http/pages/docs-example-blocks.js';
import { pythonOf, typeScriptOf } from '#http/pages/docs-programs.js';
import type { Components } from '#http/pages/docs-sample.js';
import { type AsyncApi, socketExample } from '#http/pages/docs-socket.js';
import { createClient } from '#sdk/client.js';
import { MeydanError } from '#sdk/errors.js';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { needs } from '../python/python-client.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { describeWith } from '../support/skipped-suites.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

const document = openApiDocument(endpoints, { version: '0' });
const paths = document.paths as Record<string, Record<string, DocumentedOperation>>;
const { schemas } = document.components as { schemas: Components };
const socket = asyncApiDocument({ version: '0' }) as AsyncApi;
const operations = Object.entries(socket.operations ?? {});

const calls: [id: string, call: ExampleCall][] = [...endpoints, ...v1Endpoints].map((endpoint) => [
  endpoint.id,
  exampleCall(endpoint, paths[endpoint.path]?.[endpoint.method] as DocumentedOperation, schemas),
]);
const preludeIn = (language: string) => preludes.find(([, each]) => each === language)?.[2] ?? '';

interface Sent {
  method: string | undefined;
  url: string | undefined;
  token: string | undefined;
  body: unknown;
}

let recorder: Server;
let recorderUrl: string;
let service: Booted;
let variables: Record<string, string>;
let sent: Sent[] = [];

const login = {
  access_token: 'session',
  refresh_token: 'r',
  expires_in: 3600,
  account: { id: 'a', username: 'ada' },
};

beforeAll(async () => {
  recorder = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await text(request);
    sent.push({ method, url, token: headers.authorization, body: body === '' ? undefined : JSON.parse(body) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(login));
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  recorderUrl = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  service = await bootApp();
  const ada = await service.person('ada');
  await service.ask(ada, 'POST', '/api/rooms', { name: 'Kahve', slug: 'kahve' });
  const { body } = await service.ask(ada, 'POST', '/api/rooms/kahve/messages', { body: 'Merhaba!' });
  const capitals = [
    'ID',
    'ACCOUNT_ID',
    'CODE',
    'TAG',
    'CONSOLE_KEY',
    ...calls.flatMap(([, call]) => variablesIn(call)),
  ];
  variables = Object.fromEntries(capitals.map((name) => [name, `value-of-${name}`]));
  variables.MESSAGE_ID = body.message.id;
  variables.TOKEN = ada.accessToken;
});
beforeEach(() => {
  sent = [];
});
afterAll(async () => {
  recorder?.closeAllConnections();
  recorder?.close();
  await service?.[Symbol.asyncDispose]();
});

const variablesIn = ({ pathValues, query }: ExampleCall): string[] =>
  [...Object.values(pathValues), ...Object.values(query)].flatMap((value) => variableIn(value) ?? []);

const filled = (value: unknown): string => {
  const name = variableIn(value);
  return name ? (variables[name] ?? '') : String(value);
};

/** What is to arrive. A client that has logged in sends its token also where none is needed. */
function wanted(call: ExampleCall, of: Sent | undefined): Sent {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => filled(call.pathValues[name]));
  const query = new URLSearchParams(
    Object.entries(call.query).map(([name, value]): [string, string] => [name, filled(value)]),
  );
  const token = call.token && `Bearer ${call.isSessionToken ? 'session' : variables[call.token]}`;
  return {
    method: call.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    token: token ?? of?.token,
    body: call.body,
  };
}

/** The same address has several forms: what is escaped in a query, and how. */
const normal = (each: Sent): Sent => ({ ...each, url: decodeURIComponent(each.url?.replaceAll('+', '%20') ?? '') });

function expectRecorded(): void {
  expect(sent.map(normal)).toEqual(calls.map(([, call], index) => normal(wanted(call, sent[index]))));
}

/** The request of a line for the shell. */
function requestIn(words: string[]): Sent {
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
  const [data] = after('-d');
  const token = after('-H')
    .find((header) => header.startsWith('Authorization: '))
    ?.slice('Authorization: '.length);
  const url = words.find((word) => word.startsWith('/'));
  return { method: after('-X')[0] ?? 'GET', url, token, body: data === undefined ? undefined : JSON.parse(data) };
}

describe('the examples in curl', () => {
  // One shell reads all of them, and writes what curl would have been given. examples.test.ts runs curl itself.
  it('send what the others send', async () => {
    const env = { PATH: process.env.PATH, MEYDAN: '', ...variables, TOKEN: 'session' };
    const lines = calls.map(([, call]) => (call.isSessionToken ? '' : `TOKEN=${variables.TOKEN}; `) + curlOf(call));
    const shell = [`curl() { printf '%s\\x1f' "$@"; printf '\\x1e'; }`, ...lines.map((line) => `( ${line} )`)];
    const { stdout } = await run('bash', ['--norc', '-euc', shell.join('\n')], { env });
    sent = stdout
      .split('\x1e')
      .slice(0, -1)
      .map((words) => requestIn(words.split('\x1f').slice(0, -1)));
    expectRecorded();
  });

  it('begin with a token', async () => {
    const lines = preludeIn('bash').replace(/^MEYDAN=.*$/m, `MEYDAN=${service.url}`);
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', `${lines}\necho "$TOKEN"`]);
    expect((await service.ask({ accessToken: stdout.trim() } as never, 'GET', '/api/me')).status).toBe(200);
  });
});

/** A refusal for another reason than the form: the example leads to what somebody else did. */
const unfit = (codes: Record<string, string>) =>
  Object.entries(codes).filter(([, code]) =>
    /^(invalid_request|validation_failed|unknown_|invalid_json|closed)/.test(code),
  );

describe('the examples in TypeScript', () => {
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<unknown>;

  async function client(url: string, isOnline: boolean): Promise<ReturnType<typeof createClient>> {
    const lines = preludeIn('ts')
      .split('\n')
      .filter((line) => !line.startsWith('import') && (isOnline || !line.includes('connect()')));
    const begin = new AsyncFunction(
      'createClient',
      `${lines.join('\n').replace('http://localhost:3000', url)}\nreturn client;`,
    );
    return (await begin(createClient)) as ReturnType<typeof createClient>;
  }

  const execute = (code: string, names: Record<string, unknown>) =>
    new AsyncFunction(...Object.keys(names), code)(...Object.values(names));

  it('send what the others send', async () => {
    const begun = await client(recorderUrl, false);
    sent = [];
    for (const [, call] of calls)
      await execute(typeScriptOf(call), { client: begun, MEYDAN: recorderUrl, ...variables });
    begun.close();
    expectRecorded();
  });

  it('are understood by the socket', async () => {
    const begun = await client(service.url, true);
    const codes: Record<string, string> = {};
    for (const [name, operation] of operations) {
      const { typescript } = socketExample(name, operation, socket);
      codes[name] = await execute(typescript, { client: begun, ...variables }).then(
        () => 'ok',
        (error) => (error instanceof MeydanError ? error.code : String(error)),
      );
    }
    begun.close();
    expect([Object.keys(codes).length, unfit(codes)]).toEqual([operations.length, []]);
    expect(codes['message:new']).toBe('ok');
  });

  it('are typed as the client is', async () => {
    const folder = await mkdtemp(join(root, '.cache/examples-'));
    const examples = [
      ...calls.map(([, call]) => typeScriptOf(call)),
      ...operations.map(([name, operation]) => socketExample(name, operation, socket).typescript),
    ];
    const names = ['MEYDAN', ...Object.keys(variables)].filter((name, at, all) => all.indexOf(name) === at);
    const source = [
      `import type { Client } from '@meydan/client';`,
      'declare const client: Client;',
      ...names.map((name) => `declare const ${name}: string;`),
      ...examples.map((code, index) => `export async function example${index}() {\n${code}\n}`),
      `export {};`,
    ];
    const paths = { '@meydan/client': [join(root, 'sdk/src/index.ts')] };
    const compilerOptions = { rootDir: root, noEmit: true, paths, noUnusedLocals: false };
    await writeFile(join(folder, 'examples.ts'), source.join('\n'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'sdk/tsconfig.json'), compilerOptions, include: ['examples.ts'] }),
    );
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder];
    try {
      const { stdout } = await run(process.execPath, tsc).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

describeWith(needs, 'the examples in Python', ({ 'packages of the Python client': packages }) => {
  it('send what the others send, and are understood by the socket', async () => {
    const folders = [join(root, 'sdk-python/src'), packages].join(delimiter);
    const child = spawn('python3', [join(root, 'test/docs/run-examples.py')], {
      env: { PATH: process.env.PATH, PYTHONPATH: folders, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(
      JSON.stringify({
        service: service.url,
        recorder: recorderUrl,
        prelude: preludeIn('python'),
        variables,
        socket: Object.fromEntries(operations.map(([name, each]) => [name, socketExample(name, each, socket).python])),
        rest: Object.fromEntries(calls.map(([id, call]) => [id, pythonOf(call)])),
      }),
    );
    const codes = JSON.parse(await text(child.stdout)) as Record<string, string>;
    expect([Object.keys(codes).length, unfit(codes)]).toEqual([operations.length + calls.length, []]);
    sent = sent.filter(({ url, token }) => url !== '/api/auth/developer' || token !== undefined);
    expectRecorded();
  }, 60_000);
});
