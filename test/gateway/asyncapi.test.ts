import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';

interface Diagnostic {
  code: string | number;
  message: string;
  severity: number;
}

const servers = { this: { host: 'meydan.example', protocol: 'wss', pathname: '/socket.io/' } };
const document = { ...asyncApiDocument({ version: '0.1.0' }), servers } as JsonSchema;
const ERROR = 0;

/** The official parser is CommonJS and heavy: it runs in a process of its own, outside the test's module loader. */
async function diagnose(text: string): Promise<Diagnostic[]> {
  const program = `
    const { Parser } = require('@asyncapi/parser');
    new Parser().validate(require('node:fs').readFileSync(0, 'utf8'))
      .then((found) => process.stdout.write(JSON.stringify(found)));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { input: text, encoding: 'utf8' })) as Diagnostic[];
}

describe('the AsyncAPI document', () => {
  it('is accepted by the official parser without an error', async () => {
    const errors = (await diagnose(JSON.stringify(document))).filter(({ severity }) => severity === ERROR);
    expect(errors).toEqual([]);
  }, 60_000);

  it('would be refused by the parser if a reference led nowhere', async () => {
    const broken = JSON.stringify(document).replaceAll(
      '#/components/messages/op.room.open',
      '#/components/messages/no',
    );
    const errors = (await diagnose(broken)).filter(({ severity }) => severity === ERROR);
    expect(errors.length).toBeGreaterThan(0);
  }, 60_000);

  it('tells every operation that is validated, with its ack and its refusal', () => {
    const operations = document.operations as Record<string, { action: string; reply?: { messages: unknown[] } }>;
    for (const name of Object.keys(operationSchemas)) {
      expect(operations[name]?.action).toBe('receive');
      expect(operations[name]?.reply?.messages).toHaveLength(2);
    }
  });

  it('tells every event that the gateway sends', async () => {
    const source = await readFile(new URL('../../src/protocol/socket/events.ts', import.meta.url), 'utf8');
    const union = source.slice(source.indexOf('export type RoomEventName'), source.indexOf('export type CloseReason'));
    const names = [...union.matchAll(/\| '([\w:]+)'/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(Object.keys(document.operations as object)).toContain(`on ${name}`);
  });
});
