/** Each endpoint and each part of the socket as a piece of a program with one of the clients. */
import { type ExampleCall, variableIn } from './docs-calls.js';

const WIDTH = 92;

interface Syntax {
  quote(text: string): string;
  key(name: string): string;
  words: Record<string, string>;
}

const typeScript: Syntax = {
  quote: (text) => (/['\n\\]/.test(text) ? JSON.stringify(text) : `'${text}'`),
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`),
  words: { true: 'true', false: 'false', null: 'null', '{': '{ ', '}': ' }' },
};
const python: Syntax = {
  quote: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False', null: 'None', '{': '{', '}': '}' },
};

/** A value as the language writes it, in one line where it fits. */
function literal(value: unknown, syntax: Syntax, room = WIDTH, indent = ''): string {
  const flat = written(value, syntax, (parts, [open, close]) => `${open}${parts.join(', ')}${close}`);
  if (flat.length <= room || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}${syntax === python ? '    ' : '  '}`;
  return written(
    value,
    syntax,
    (parts, [open, close]) =>
      `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`,
    (part) => literal(part, syntax, WIDTH - inner.length, inner),
  );
}

type Join = (parts: string[], brackets: readonly [string, string]) => string;

function written(
  value: unknown,
  syntax: Syntax,
  join: Join,
  part = (each: unknown) => literal(each, syntax, Infinity),
) {
  const variable = variableIn(value);
  if (variable) return variable;
  if (typeof value === 'string') return syntax.quote(value);
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : join(
          value.map((each) => part(each)),
          ['[', ']'],
        );
  if (typeof value !== 'object' || value === null) return syntax.words[String(value)] ?? String(value);
  const fields = Object.entries(value);
  if (fields.length === 0) return '{}';
  const { '{': open = '{', '}': close = '}' } = syntax.words;
  return join(
    fields.map(([name, each]) => `${syntax.key(name)}: ${part(each)}`),
    [open, close],
  );
}

const isFilled = (values: object): boolean => Object.keys(values).length > 0;

/** What a request has beside its operation, by the names that both clients give it. */
function partsOf({ pathValues, query, body, token, isSessionToken }: ExampleCall): Record<string, unknown> {
  return {
    ...(isFilled(pathValues) && { path: pathValues }),
    ...(isFilled(query) && { query }),
    ...(body !== undefined && { body }),
    ...(token && !isSessionToken && { token: `$${token}` }),
  };
}

export function typeScriptOf(call: ExampleCall): string {
  if (call.isRedirect) return `const answer = await fetch(\`\${MEYDAN}${call.path}\`, { redirect: 'manual' });`;
  const start = call.hasAnswer ? 'const answer = await' : 'await';
  const parts = partsOf(call);
  const operation = `'${call.method} ${call.path}'`;
  const argument = isFilled(parts) ? `, ${literal(parts, typeScript, WIDTH - operation.length - 40)}` : '';
  return `${start} client.request(${operation}${argument});`;
}

export function pythonOf(call: ExampleCall): string {
  if (call.isRedirect) {
    const request = `await client.rest.http.get(MEYDAN + "${call.path}", allow_redirects=False)`;
    return `answer = ${request}`;
  }
  const start = call.hasAnswer ? 'answer = await' : 'await';
  return pythonCall(`${start} client.request`, [`"${call.method} ${call.path}"`], partsOf(call));
}

/** Each argument has a line of its own where one line for all of them is too short. */
function pythonCall(callee: string, first: string[], parts: Record<string, unknown>): string {
  const named = (room: number, indent: string) =>
    Object.entries(parts).map(([name, value]) => `${name}=${literal(value, python, room - name.length, indent)}`);
  const flat = `${callee}(${[...first, ...named(Infinity, '')].join(', ')})`;
  if (flat.length <= WIDTH) return flat;
  return `${callee}(\n${[...first, ...named(WIDTH - 6, '    ')].map((each) => `    ${each},\n`).join('')})`;
}

/** An operation that clients send over the socket. */
export const socketPrograms = (name: string, payload: unknown) => ({
  typescript: `const ack = await client.operate('${name}', ${literal(payload, typeScript, WIDTH - 40)});`,
  python: `ack = await client.operate("${name}", ${literal(payload, python, WIDTH - 40)})`,
});

/** An event that the service sends. */
export const eventPrograms = (name: string) => ({
  typescript: `client.on('${name}', (event) => console.log(event));`,
  python: `client.on("${name}", print)`,
});
