/**
 * Shapes, requests and events of the two documents as types of Python. An object within another one gets a name of its
 * own, because a TypedDict has no literal form.
 */
import { declaredName, openFile, typeIn } from './python-schema.mjs';

const upper = (text) => text[0].toUpperCase() + text.slice(1);
const camel = (text) =>
  text
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map(upper)
    .join('');
const literal = (value) => `Literal[${JSON.stringify(value)}]`;

/** The shapes that both interfaces share. */
export function pythonShapes({ components }) {
  const file = openFile('docs/openapi.json');
  for (const [name, schema] of Object.entries(components.schemas)) declaredName(file, name, schema);
  file.add('ErrorCode', `ErrorCode: TypeAlias = ${codesOf(components.schemas.Error)}`);
  return file.text();
}

const codesOf = ({ properties }) =>
  `Literal[${properties.error.properties.code.enum.map((code) => `"${code}"`).join(', ')}]`;

export function pythonRest({ components, paths }) {
  const file = openFile('docs/openapi.json', Object.keys(components.schemas));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => Object.keys(responses).some((status) => status.startsWith('2')))
      .map(([method, operation]) => requestCall(file, `${method.toUpperCase()} ${path}`, operation)),
  );
  file.add('Request', protocol('Request', 'A request over REST, by its method and path.', calls));
  return file.text();
}

function requestCall(file, operation, { operationId, summary, parameters = [], requestBody, responses }) {
  const name = upper(operationId);
  const given = [
    placed(file, name, 'path', parameters),
    placed(file, name, 'query', parameters),
    bodyOf(file, name, requestBody),
    'token: Union[str, None, Unset] = ...',
    ...(parameters.some((each) => each.name === 'Idempotency-Key') ? ['key: Optional[str] = ...'] : []),
  ].filter(Boolean);
  return call(
    `${operationId}: ${summary}`,
    `operation: ${literal(operation)}, *, ${given.join(', ')}`,
    answerOf(file, name, responses),
  );
}

function placed(file, name, place, parameters) {
  const there = parameters.filter((parameter) => parameter.in === place);
  if (there.length === 0) return null;
  const properties = Object.fromEntries(
    there.map((each) => [each.name, { ...each.schema, description: each.description }]),
  );
  const required = there.filter((each) => each.required).map((each) => each.name);
  const type = declaredName(file, `${name}${upper(place)}`, { type: 'object', properties, required });
  return required.length > 0 ? `${place}: ${type}` : `${place}: Optional[${type}] = ...`;
}

function bodyOf(file, name, requestBody) {
  if (!requestBody) return null;
  const schema = requestBody.content['application/json'].schema;
  const type = typeIn(file, schema, `${name}Body`);
  return requestBody.required ? `body: ${type}` : `body: Optional[${type}] = ...`;
}

function answerOf(file, name, responses) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.map(([status, { content }], at) => {
    if (!content) return 'None';
    const schema = content['application/json']?.schema;
    return schema ? typeIn(file, schema, `${name}Answer${at > 0 ? status : ''}`) : 'str';
  });
  const kinds = [...new Set(types)];
  return kinds.length === 1 ? kinds[0] : `Union[${kinds.join(', ')}]`;
}

export function pythonSocket({ components, channels, operations }, restShapes) {
  const file = openFile('docs/asyncapi.json', restShapes);
  const payloadOf = ({ $ref }) => components.messages[$ref.split('/').at(-1)];
  const calls = Object.entries(operations)
    .filter(([, { action }]) => action === 'receive')
    .map(([name, { summary, messages, reply }]) => {
      const payload = declaredName(file, `${camel(name)}Payload`, payloadOf(messages[0]).payload);
      const ack = declaredName(file, `${camel(name)}Ack`, payloadOf(reply.messages[0]).payload);
      return call(summary, `name: ${literal(name)}, payload: ${payload}`, ack);
    });
  file.add('Operate', protocol('Operate', 'An operation of the socket.', calls));
  const told = (...names) =>
    [...new Map(names.flatMap((name) => Object.entries(channels[name].messages))).values()].map(payloadOf);
  for (const { name, payload, summary } of told('user'))
    declaredName(file, `${camel(name)}Event`, { description: summary, ...payload });
  const entries = told('room', 'admins').filter(({ payload }) => payload.properties.prev_seq);
  const changes = entries.map(({ name, payload, summary }) =>
    declaredName(file, `${camel(name)}Change`, tagged(name, payload, summary)),
  );
  file.add('RoomChange', `RoomChange: TypeAlias = "Union[${changes.join(', ')}]"`);
  return file.text();
}

/** With the event's name in `type`. An entry that was caught up has no `prev_seq`. */
const tagged = (name, { properties, required, ...payload }, summary) => ({
  ...payload,
  description: summary,
  properties: { type: { type: 'string', enum: [name] }, ...properties },
  required: ['type', ...required.filter((field) => field !== 'prev_seq')],
});

const call = (summary, given, answer) =>
  `    @overload\n    async def __call__(self, ${given}) -> ${answer}:\n        """${summary.replaceAll('\\', '')}"""\n        ...\n`;

const protocol = (name, summary, calls) =>
  `class ${name}(Protocol):\n    """${summary}"""\n\n${calls.join('\n')}`.trimEnd();
