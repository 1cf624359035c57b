/** The lines for the shell that /docs shows are run as they stand there, each against a scene of its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type DocumentedOperation, exampleCall, variableIn } from '#http/pages/docs-calls.js';
import { curlOf } from '#http/pages/docs-curl.js';
import type { Components } from '#http/pages/docs-sample.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { type OpenScene, openScene, type Scene } from '../contract/schemathesis-scene.js';

const run = promisify(execFile);
const document = openApiDocument(endpoints, { version: '0' });
const { schemas } = document.components as { schemas: Components };
const paths = document.paths as Record<string, Record<string, DocumentedOperation>>;

/** What only an earlier answer, a mail or a provider could have given: the example is refused for that, and no more. */
const opaque = new Set([
  'loginIdentity',
  'refreshTokens',
  'claimPanelLink',
  'linkPanel',
  'addPhoto',
  'addRoomPhoto',
  'requestPackage',
  'createPanelGroup',
  'reportImpression',
  'reportTap',
  'hideSponsored',

  'v1VerifyEmail',
  'v1ResetPassword',
  'v1Exchange',
  'v1Refresh',
  'v1Logout',
  'v1LoginWithIdp',
  'v1IdpCallback',
  'viewInvite',
  'handOver',
  'v1DeleteMe',
  'shareArticle',
]);
const UNFIT = ['400', '413', '415', '422'];

let opened: OpenScene;
let scene: Scene;
beforeAll(async () => {
  opened = await openScene();
  scene = opened.scene;
}, 120_000);
afterAll(() => opened?.[Symbol.asyncDispose]());

const lastDeeds = ['eraseAccountAsOperator', 'deleteMe', 'v1DeleteMe', 'logout', 'v1Logout'];
const all = [...endpoints, ...v1Endpoints].sort((a, b) => lastDeeds.indexOf(a.id) - lastDeeds.indexOf(b.id));

/** What a reader would have put into the variables. */
function variablesOf({ id, path }: { id: string; path: string }): Record<string, string> {
  const known = scene.parameters[id] ?? {};
  const { tokens } = scene;
  const token = path.startsWith('/v1/') ? tokens.v1 : path.startsWith('/api/panel/') ? tokens.panel : tokens.person;
  return {
    MEYDAN: scene.url,
    TOKEN: token,
    CONSOLE_KEY: tokens.console,
    ID: known.id?.[0] ?? scene.bob,
    ACCOUNT_ID: scene.bob,
    MESSAGE_ID: known.message_id?.[0] ?? scene.bob,
    BOT_TOKEN: known.token?.[0] ?? 'b'.repeat(100),
    CODE: known.code?.[0] ?? 'ABCD2345',
  };
}

async function statusOf(endpoint: (typeof all)[number]): Promise<string> {
  const operation = paths[endpoint.path]?.[endpoint.method] as DocumentedOperation;
  const line = curlOf(exampleCall(endpoint, operation, schemas)).replace(
    'kahve-kosesi',
    scene.parameters[endpoint.id]?.slug?.[0] ?? 'kahve-kosesi',
  );
  const env = { PATH: process.env.PATH, ...variablesOf(endpoint) };
  // With a socket for its input, bash would read what a person has set up for shells from afar.
  const { stdout } = await run('bash', ['--norc', '-c', `${line} -sS -o /dev/null -w '%{http_code}'`], { env });
  return stdout;
}

const bodyOf = (path: string, method: string) =>
  paths[path]?.[method]?.requestBody as { required: boolean } | undefined;

/** Without a body, with what else the example has. */
async function codeWithout(endpoint: (typeof all)[number], more: Record<string, string> = {}): Promise<string> {
  const operation = paths[endpoint.path]?.[endpoint.method] as DocumentedOperation;
  const call = exampleCall(endpoint, operation, schemas);
  const known: Record<string, string> = variablesOf(endpoint);
  const slug = scene.parameters[endpoint.id]?.slug?.[0] ?? '';
  const filled = (value: unknown) => known[variableIn(value) ?? ''] ?? String(value);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'slug' ? slug : filled(call.pathValues[name]),
  );
  const headers = { ...(call.token && { authorization: `Bearer ${known[call.token]}` }) };
  const given = Object.entries(call.query).map(([name, value]): [string, string] => [name, filled(value)]);
  const query = new URLSearchParams({ ...Object.fromEntries(given), ...more });
  const answer = await fetch(`${scene.url}${path}?${query}`, { method: call.method, headers });
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { code: string } };
  return error?.code ?? String(answer.status);
}

describe('an operation with a body', () => {
  it('takes none exactly where the document says so', async () => {
    const withBody = all.filter(({ id, path, method }) => !lastDeeds.includes(id) && bodyOf(path, method));
    const wrong: string[] = [];
    for (const endpoint of withBody) {
      const code = await codeWithout(endpoint);
      const isRefused = ['invalid_request', 'validation_failed'].includes(code);
      const fits = bodyOf(endpoint.path, endpoint.method)?.required ? !code.startsWith('2') : !isRefused;
      if (!fits) wrong.push(`${endpoint.id}: ${code}`);
    }
    expect([withBody.length > 60, wrong]).toEqual([true, []]);
  });
});

describe('a number of rows', () => {
  it('is taken as the document says where it is too small, too large or none', async () => {
    const pages = all.filter(({ path, method }) =>
      paths[path]?.[method]?.parameters?.some(({ name }) => name === 'limit'),
    );
    const wrong: string[] = [];
    for (const endpoint of pages) {
      const codes = await Promise.all(
        ['1', '0', 'x', '', '99999999999'].map((limit) => codeWithout(endpoint, { limit })),
      );
      if (new Set(codes).size !== 1 || codes[0] === 'invalid_request') wrong.push(`${endpoint.id}: ${codes}`);
    }
    expect([pages.length > 15, wrong]).toEqual([true, []]);
  });
});

describe('each example of /docs', () => {
  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is answered as it says',
    async (id, endpoint) => {
      const status = await statusOf(endpoint);
      expect(Object.keys(paths[endpoint.path]?.[endpoint.method]?.responses ?? {})).toContain(status);
      if (!opaque.has(id)) expect(UNFIT).not.toContain(status);
    },
  );
});
