/**
 * Every event and ack that a client of the tests hears is held against the AsyncAPI document: a suite that heard one
 * which the document does not tell, or tells otherwise, fails in the end.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Socket } from 'socket.io-client';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';

/** What a long run may hold of one event. */
const KEPT_MAX = 2_000;

const heard = new Map<string, unknown[]>();

/** From now on, whatever this socket hears. */
export function holdToDocument(socket: Pick<Socket, 'onAny'>): void {
  socket.onAny((name: string, payload: unknown) => keep(name, payload));
}

/** The ack of an operation of the document; a refusal is the same for all. */
export function holdAck<T extends { ok?: boolean }>(operation: string, ack: T): T {
  if (ack.ok !== false) keep(`ack.${operation}`, ack);
  return ack;
}

function keep(name: string, payload: unknown): void {
  const kept = heard.get(name) ?? [];
  if (kept.length < KEPT_MAX) kept.push(payload);
  heard.set(name, kept);
}

interface Document {
  components: { messages: Record<string, { payload: object }> };
}

/** Makes the judge of an event; undefined for one that the document does not tell. */
export function documentValidator(): (name: string) => ValidateFunction | undefined {
  const document = asyncApiDocument({ version: '0' }) as unknown as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'asyncapi', ...document });
  const judges = new Map<string, ValidateFunction | undefined>();
  return (name) => {
    const message = (name.startsWith('ack.') ? name : `event.${name}`).replaceAll(':', '.');
    if (!judges.has(name) && document.components.messages[message]) {
      judges.set(name, ajv.compile({ $ref: `asyncapi#/components/messages/${message}/payload` }));
    }
    return judges.get(name);
  };
}

/** What was heard that the document does not say, a few of each kind. */
function strayEvents(): string[] {
  const judgeOf = documentValidator();
  return [...heard].flatMap(([name, payloads]) => {
    const judge = judgeOf(name);
    if (!judge) return [`${name} is not in the document`];
    const strays = payloads.filter((payload) => !judge(payload)).slice(0, 3);
    return strays.map((payload) => {
      judge(payload);
      return `${name}: ${JSON.stringify(judge.errors)} in ${JSON.stringify(payload)}`;
    });
  });
}

afterAll(() => {
  const strays = heard.size > 0 ? strayEvents() : [];
  heard.clear();
  if (strays.length > 0) throw new Error(`Events that the AsyncAPI document does not tell:\n${strays.join('\n')}`);
});
