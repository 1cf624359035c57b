import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { describeWith } from '../support/skipped-suites.js';

const program = process.env.MEYDAN_SCHEMATHESIS;
const env = { ...process.env, PYTHONPATH: join(program ?? '', '../..') };

/** It lies beside schemathesis where `npm test` has fetched that. */
describeWith({ schemathesis: program }, 'the OpenAPI document, to a validator', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'meydan-openapi-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function judged(document: object): string[] {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    return ['-m', 'openapi_spec_validator', file];
  }

  it('is what OpenAPI 3.1 says a document is', () => {
    const document = { ...openApiDocument(endpoints, { version: '0' }), servers: [{ url: 'https://meydan.example' }] };
    expect(execFileSync('python3', judged(document), { env, encoding: 'utf8' })).toMatch(/: OK$/m);
  });

  it('would not be with a part that OpenAPI does not know', () => {
    const document = { ...openApiDocument(endpoints, { version: '0' }), pathz: {} };
    expect(spawnSync('python3', judged(document), { env, encoding: 'utf8' }).stdout).toContain(
      "'pathz' was unexpected",
    );
  });
});
