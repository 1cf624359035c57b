import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { type Html, html, prose } from './html.js';

/** A schema as a table of its fields; other schemas than objects as their type. */
export function schemaTable(schema: JsonSchema | undefined): Html {
  if (!schema) return html`<p class="quiet">No body.</p>`;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return html`<p>${typeOf(schema)}</p>`;
  const required = new Set((schema.required ?? []) as string[]);
  return html`<table><tbody>${properties.map(([name, field]) => fieldRow(name, field, required.has(name)))}</tbody></table>`;
}

/** Folded: it says nothing that the table does not say. */
export const sampleBlock = (sample: unknown): Html =>
  html`<details class="sample"><summary>Example</summary><pre tabindex="0" data-language="json"><code>${JSON.stringify(sample, null, 2)}</code></pre></details>`;

export function fieldRow(name: string, field: JsonSchema, isRequired: boolean): Html {
  const notes = [boundsOf(field), field.description as string | undefined, exampleOf(field)].filter(Boolean);
  return html`<tr>
    <th><code>${name}</code>${isRequired ? null : html`<small>optional</small>`}</th>
    <td>${typeOf(field)}</td>
    <td>${prose(notes.join(' '))}</td>
  </tr>`;
}

function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, enum: values, type } = schema;
  if (typeof $ref === 'string') return linkTo($ref);
  if (Array.isArray(anyOf)) return html`${interleave((anyOf as JsonSchema[]).map(typeOf))}`;
  if (Array.isArray(values)) return html`${values.map((value) => html`<code>${String(value)}</code> `)}`;
  if (items) return html`list of ${typeOf(items as JsonSchema)}`;
  return html`${[type ?? 'any'].flat().join(' or ')}`;
}

function linkTo(reference: string): Html {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return html`<a href="/docs/shapes#shape-${name}">${name}</a>`;
}

const interleave = (parts: Html[]): Html[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html` or `, part]));

function boundsOf({ minLength, maxLength, minimum, maximum, pattern }: JsonSchema): string {
  const bounds: string[] = [];
  if (maxLength !== undefined) bounds.push(`${minLength ?? 0}-${maxLength} characters.`);
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${minimum}–${maximum}.`);
  else if (minimum !== undefined) bounds.push(`At least ${minimum}.`);
  else if (maximum !== undefined) bounds.push(`At most ${maximum}.`);
  if (pattern !== undefined) bounds.push(`Matches \`${pattern}\`.`);
  return bounds.join(' ');
}

function exampleOf({ examples, default: standard }: JsonSchema): string {
  const remarks: string[] = [];
  if (standard !== undefined) remarks.push(`Default ${JSON.stringify(standard)}.`);
  if (Array.isArray(examples)) remarks.push(`Example ${JSON.stringify(examples[0])}.`);
  return remarks.join(' ');
}
