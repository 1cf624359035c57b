import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { type DocumentedEndpoint, exampleCall } from './docs-calls.js';
import { curlOf } from './docs-curl.js';
import { examplesOf } from './docs-example-blocks.js';
import { pythonOf, typeScriptOf } from './docs-programs.js';
import { type Components, sampleOf } from './docs-sample.js';
import { fieldRow, sampleBlock, schemaTable } from './docs-schema.js';
import type { Section } from './docs-section.js';
import { type Html, html, prose } from './html.js';

interface Operation {
  summary: string;
  description?: string;
  parameters?: (JsonSchema & { name: string; in: string; required: boolean; schema: JsonSchema })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }>; required?: boolean };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

const accessTexts = {
  public: 'no token',
  bearer: 'access token',
  username: 'access token and username',
  panel: 'token of a linked panel, and username',
  console: 'the key of the operators',
} as const;

/** The same for all endpoints and described once, and the one that stands for all others. */
const LEFT_OUT = ['431', 'default'];

/** One endpoint, from its description and its part of the document; null if the document lacks it. */
export function operationSection(endpoint: DocumentedEndpoint, document: JsonSchema): Section | null {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method];
  if (!operation) return null;
  const { schemas } = document.components as { schemas: Components };
  return { id: endpoint.id, title: operation.summary, markup: operationBlock(endpoint, operation, schemas) };
}

function operationBlock(endpoint: DocumentedEndpoint, operation: Operation, schemas: Components): Html {
  const { id, method, path, access } = endpoint;
  const body = operation.requestBody?.content['application/json']?.schema;
  const call = exampleCall(endpoint, operation, schemas);
  const examples = examplesOf(id, [
    ['curl', 'bash', curlOf(call)],
    ['TypeScript', 'ts', typeScriptOf(call)],
    ['Python', 'python', pythonOf(call)],
  ]);
  return html`<article id="${id}">
    <h3><b class="method ${method}">${method.toUpperCase()}</b><code>${path}</code><a class="anchor" href="#${id}" aria-label="Link to this endpoint">#</a></h3>
    <p class="summary">${operation.summary}</p>
    ${operation.description && html`<p>${prose(operation.description)}</p>`}
    <p class="quiet">Needs ${accessTexts[access]}.</p>
    ${operation.parameters && html`<h4>Parameters</h4><table><tbody>${operation.parameters.map(parameterRow)}</tbody></table>`}
    ${body && html`<h4>Body${operation.requestBody?.required ? null : html` <small>optional</small>`}</h4>${schemaTable(body)}`}
    <h4>Example</h4>${examples}
    <h4>Answers</h4>
    ${Object.entries(operation.responses)
      .filter(([status]) => !LEFT_OUT.includes(status))
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
    ? html`<p><a href="/docs/errors#error-${code}"><code>${code}</code></a>:${prose(sentence)}</p>`
    : html`<p>${prose(line)}</p>`;
}

type Answer = Operation['responses'][string];

const codesIn = (description: string): Html[] =>
  [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => html`<code>${code}</code> `);
