import type { Endpoint } from '#src/protocol/endpoint.js';
import type { JsonSchema } from '#src/protocol/json-schema.js';
import { fieldRow, schemaTable } from './docs-schema.js';
import { type Html, html, prose } from './html.js';

interface Operation {
  summary: string;
  description?: string;
  parameters?: (JsonSchema & { name: string; in: string; required: boolean; schema: JsonSchema })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

const doors = {
  public: 'no token',
  bearer: 'access token',
  username: 'access token and username',
  panel: 'token of a linked panel, and username',
  console: 'the key of the operators',
} as const;

/** One endpoint, from its description and from what the document says of it. */
export function operationSection(
  endpoint: Pick<Endpoint, 'id' | 'method' | 'path' | 'access'>,
  document: JsonSchema,
): Html {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method];
  if (!operation) return html``;
  const body = operation.requestBody?.content['application/json']?.schema;
  return html`<article id="${endpoint.id}">
    <h3><b class="method ${endpoint.method}">${endpoint.method.toUpperCase()}</b><code>${endpoint.path}</code></h3>
    <p class="summary">${operation.summary}</p>
    ${operation.description && html`<p>${prose(operation.description)}</p>`}
    <p class="quiet">Needs ${doors[endpoint.access]}.</p>
    ${operation.parameters && html`<h4>Parameters</h4><table><tbody>${operation.parameters.map(parameterRow)}</tbody></table>`}
    ${body && html`<h4>Body</h4>${schemaTable(body)}`}
    <h4>Answers</h4>
    ${Object.entries(operation.responses).map(([status, answer]) => answerBlock(status, answer))}
  </article>`;
}

const parameterRow = ({
  name,
  required,
  schema,
  description,
  in: where,
}: NonNullable<Operation['parameters']>[number]) =>
  fieldRow(name, { ...schema, description: [`In the ${where}.`, description].filter(Boolean).join(' ') }, required);

function answerBlock(status: string, { description, content }: Operation['responses'][string]): Html {
  const isRefusal = Number(status) >= 400;
  const lines = description.split('\n\n').map((line) => html`<p>${prose(line)}</p>`);
  return html`<details ${isRefusal ? null : html`open`}>
    <summary><b class="${isRefusal ? 'bad' : 'good'}">${status}</b> ${isRefusal ? codesIn(description) : prose(description)}</summary>
    ${isRefusal ? lines : schemaTable(content?.['application/json']?.schema)}
  </details>`;
}

const codesIn = (description: string): Html[] =>
  [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => html`<code>${code}</code> `);
