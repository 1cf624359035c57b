/** Schemathesis reads the whole document and asks for everything in it, fitting and unfitting. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { mongodForTests } from '../support/servers/mongod.js';
import { redisForTests } from '../support/servers/redis.js';
import { describeWith } from '../support/skipped-suites.js';
import { type OpenScene, openScene, openSceneOfThree } from './schemathesis-scene.js';

const program = process.env.MEYDAN_SCHEMATHESIS;
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '2';
const PHASES = process.env.SCHEMATHESIS_PHASES ?? 'fuzzing';
const SECONDS_MAX = Number(process.env.SCHEMATHESIS_S ?? 15);
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'ignored_auth',
];

const finds = 'finds no undocumented answer and no fault in the whole document';
const timeoutMs = (SECONDS_MAX + 120) * 1_000;

describeWith({ schemathesis: program }, 'schemathesis', () => {
  it(finds, () => findsNothing(openScene), timeoutMs);
});

const needs = { schemathesis: program, mongod: mongodForTests(), 'redis-server': redisForTests() };
describeWith(needs, 'schemathesis before three nodes', (found) => {
  it(finds, () => findsNothing(() => openSceneOfThree(found['redis-server'])), timeoutMs);
});

async function findsNothing(open: () => Promise<OpenScene>): Promise<void> {
  await using opened = await open();
  const folder = await mkdtemp(join(tmpdir(), 'meydan-schemathesis-'));
  try {
    const run = await fuzz(opened.scene, folder);
    if (run.code !== 0) throw new Error(run.said);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fuzz(scene: { url: string }, folder: string): Promise<{ code: number | null; said: string }> {
  const options = [
    'run',
    `${scene.url}/api/openapi.json`,
    '--url',
    scene.url,
    '--checks',
    checks.join(','),
    '--phases',
    PHASES,
    '--max-examples',
    EXAMPLES,
    '--workers',
    '1',
    '--output-truncate',
    'false',
    '--warnings',
    'off',
    '--seed',
    '1',
    '--no-color',
    '--continue-on-failure',
    '--suppress-health-check',
    'all',
    '--request-timeout',
    '20',
    '--max-time',
    String(SECONDS_MAX),
  ];
  const env = {
    ...process.env,
    MEYDAN_SCENE: JSON.stringify(scene),
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: [join(import.meta.dirname, 'schemathesis'), join(program ?? '', '../..')].join(delimiter),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? '', options, { cwd: folder, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.on('error', reject).on('close', (code) => resolve({ code, said }));
  });
}
