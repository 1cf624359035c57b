import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { curlOf } from './docs-curl.js';
import { type Components, sampleOf } from './docs-sample.js';
import { fieldRow, sampleBlock, schemaTable } from './docs-schema.js';
import { type Html, html, prose } from './html.js';

interface Operation {
  summary: string;
  description?: string;
  parameters?: (JsonSchema & { name: string; in: string; required: boolean; schema: JsonSchema })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

const accessTexts = {
  public: 'no token',
  bearer: 'access token',
  username: 'access token and username',
  panel: 'token of a linked panel, and username',
  console: 'the key of the operators',
} as const;

/** The same for all endpoints, and described once. */
const OVERLONG = '431';

/** One endpoint, from its description and its part of the document. */
export function operationSection(
  endpoint: Pick<Endpoint, 'id' | 'method' | 'path' | 'access'>,
  document: JsonSchema,
): Html {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method];
  if (!operation) return html``;
  const body = operation.requestBody?.content['application/json']?.schema;
  const { schemas } = document.components as { schemas: Components };
  return html`<article id="${endpoint.id}">
    <h3><b class="method ${endpoint.method}">${endpoint.method.toUpperCase()}</b><code>${endpoint.path}</code><a class="anchor" href="#${endpoint.id}" aria-label="Link to this endpoint">#</a></h3>
    <p class="summary">${operation.summary}</p>
    ${operation.description && html`<p>${prose(operation.description)}</p>`}
    <p class="quiet">Needs ${accessTexts[endpoint.access]}.</p>
    ${operation.parameters && html`<h4>Parameters</h4><table><tbody>${operation.parameters.map(parameterRow)}</tbody></table>`}
    ${body && html`<h4>Body</h4>${schemaTable(body)}`}
    <h4>Example</h4><pre tabindex="0" data-language="bash"><code>${curlOf(endpoint, body, schemas)}</code></pre>
    <h4>Answers</h4>
    ${Object.entries(operation.responses)
      .filter(([status]) => status !== OVERLONG)
      .map(([status, answer]) => answerBlock(status, answer, schemas))}
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

function answerBlock(status: string, { description, content }: Answer, schemas: Components): Html {
  const isRefusal = Number(status) >= 400;
  const lines = description.split('\n\n').map(refusalLine);
  const schema = content?.['application/json']?.schema;
  const described = html`${schemaTable(schema)}${schema && sampleBlock(sampleOf(schema, schemas))}`;
  return html`<details ${isRefusal ? null : html`open`}>
    <summary><b class="${isRefusal ? 'bad' : 'good'}">${status}</b> ${isRefusal ? codesIn(description) : prose(description)}</summary>
    ${isRefusal ? lines : described}
  </details>`;
}

function refusalLine(line: string): Html {
  const [, code, sentence = ''] = /^`(\w+)`:(.*)$/s.exec(line) ?? [];
  return code
    ? html`<p><a href="#error-${code}"><code>${code}</code></a>:${prose(sentence)}</p>`
    : html`<p>${prose(line)}</p>`;
}

type Answer = Operation['responses'][string];

const codesIn = (description: string): Html[] =>
  [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => html`<code>${code}</code> `);
