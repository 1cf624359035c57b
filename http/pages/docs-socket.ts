import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { type Components, sampleOf } from './docs-sample.js';
import { sampleBlock, schemaTable } from './docs-schema.js';
import { type Html, html, prose } from './html.js';

/** The parts of an AsyncAPI 3 document that this page reads. */
interface AsyncApi {
  info?: { description?: string };
  operations?: Record<string, SocketOperation>;
  components?: { messages?: Record<string, SocketMessage>; schemas?: Components };
}

interface SocketOperation {
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

export function socketLinks(document: AsyncApi): Html {
  const operations = Object.entries(document.operations ?? {});
  if (operations.length === 0) return html``;
  return html`<h2>Socket</h2><ul>${operations.map(([id]) => html`<li><a href="#${place(id)}">${id}</a></li>`)}</ul>`;
}

export function socketSection(document: AsyncApi): Html {
  const operations = Object.entries(document.operations ?? {});
  if (operations.length === 0) return html``;
  return html`<h2>Socket</h2><p>${prose(document.info?.description ?? '')}</p>${operations.map(([id, operation]) => operationBlock(id, operation, document))}`;
}

/** Ids of places take no blanks. */
const place = (id: string): string => `socket-${id.replaceAll(/\W/g, '-')}`;

function operationBlock(id: string, operation: SocketOperation, document: AsyncApi): Html {
  const { action, summary, description, messages = [], reply } = operation;
  const isSentByClients = action === 'receive';
  return html`<article id="${place(id)}">
    <h3><b class="method ${isSentByClients ? 'send' : 'hear'}">${isSentByClients ? 'SEND' : 'HEAR'}</b><code>${id}</code><a class="anchor" href="#${place(id)}" aria-label="Link to this place">#</a></h3>
    ${summary && html`<p class="summary">${prose(summary)}</p>`}
    ${description && html`<p>${prose(description)}</p>`}
    ${messages.map((reference) => messageBlock(reference, document, 'Payload'))}
    ${reply?.messages?.map((reference, index) => messageBlock(reference, document, index === 0 ? 'Ack' : 'Or'))}
  </article>`;
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
