import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { examplesOf } from './docs-example-blocks.js';
import { examplePayloads } from './docs-examples.js';
import { eventPrograms, socketPrograms } from './docs-programs.js';
import { type Components, sampleOf } from './docs-sample.js';
import { sampleBlock, schemaTable } from './docs-schema.js';
import type { Group, Section } from './docs-section.js';
import { type Html, html, prose } from './html.js';

/** The parts of an AsyncAPI 3 document that this page reads. */
export interface AsyncApi {
  info?: { description?: string };
  operations?: Record<string, SocketOperation>;
  components?: { messages?: Record<string, SocketMessage>; schemas?: Components };
}

export interface SocketOperation {
  /** `receive`: the server takes it, so clients send it. */
  action: 'send' | 'receive';
  summary?: string;
  description?: string;
  messages?: { $ref: string }[];
  reply?: { messages?: { $ref: string }[] };
}

interface SocketMessage {
  payload?: JsonSchema;
}

/** What clients send, and what they hear. */
export function socketGroups(document: AsyncApi): Group[] {
  const operations = Object.entries(document.operations ?? {});
  const sections = (action: SocketOperation['action']) =>
    operations.filter(([, each]) => each.action === action).map(([id, each]) => operationSection(id, each, document));
  return [
    { title: 'Operations', text: prose(document.info?.description ?? ''), sections: sections('receive') },
    { title: 'Events', sections: sections('send') },
  ];
}

/** Ids of places take no blanks. */
const place = (id: string): string => `socket-${id.replaceAll(/\W/g, '-')}`;

function operationSection(id: string, operation: SocketOperation, document: AsyncApi): Section {
  const { action, summary, description, messages = [], reply } = operation;
  const isSentByClients = action === 'receive';
  const markup = html`<article id="${place(id)}">
    <h3><b class="method ${isSentByClients ? 'send' : 'hear'}">${isSentByClients ? 'SEND' : 'HEAR'}</b><code>${id}</code><a class="anchor" href="#${place(id)}" aria-label="Link to this place">#</a></h3>
    ${summary && html`<p class="summary">${prose(summary)}</p>`}
    ${description && html`<p>${prose(description)}</p>`}
    ${messages.map((reference) => messageBlock(reference, document, 'Payload'))}
    <h4>Example</h4>${exampleBlocks(id, operation, document)}
    ${reply?.messages?.map((reference, index) => messageBlock(reference, document, index === 0 ? 'Ack' : 'Or'))}
  </article>`;
  return { id: place(id), title: id, markup };
}

function exampleBlocks(id: string, operation: SocketOperation, document: AsyncApi): Html {
  const { typescript, python } = socketExample(id, operation, document);
  return examplesOf(place(id), [
    ['TypeScript', 'ts', typescript],
    ['Python', 'python', python],
  ]);
}

/** The example of an operation or of an event, as two pieces of programs. */
export function socketExample(
  id: string,
  { action, messages = [] }: SocketOperation,
  document: AsyncApi,
): { typescript: string; python: string } {
  if (action === 'send') return eventPrograms(id.replace(/^on /, ''));
  const [sent] = messages.map(({ $ref }) => resolve(document, $ref) as SocketMessage | undefined);
  const sample = sampleOf(sent?.payload ?? {}, document.components?.schemas ?? {}) as object;
  const ofMessage = 'message_id' in sample && { message_id: '$MESSAGE_ID' };
  return socketPrograms(id, examplePayloads[id] ?? { ...sample, ...ofMessage });
}

function messageBlock(reference: { $ref: string }, document: AsyncApi, title: string): Html {
  const message = resolve(document, reference.$ref) as SocketMessage | undefined;
  const sample = message?.payload && sampleBlock(sampleOf(message.payload, document.components?.schemas ?? {}));
  return html`<h4>${title}</h4>${schemaTable(message?.payload)}${sample}`;
}

/** Follows a reference within the document, and the references it leads to. */
function resolve(document: AsyncApi, reference: string): unknown {
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);
  const next = (found as { $ref?: string } | undefined)?.$ref;
  return next ? resolve(document, next) : found;
}
