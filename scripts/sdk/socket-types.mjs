/** The socket as types: every operation with its answer, every event with its payload. */
import { comment, quoted, typeOf } from './schema-type.mjs';

const HEAD = '/** Written by `npm run sdk` from docs/asyncapi.json. */\n';

export function socketTypes({ components, channels, operations }, restShapes) {
  const payloadOf = (reference) => components.messages[reference.$ref.split('/').at(-1)];
  const asked = Object.entries(operations)
    .filter(([, { action }]) => action === 'receive')
    .map(([name, operation]) => operationType(name, operation, components.messages));
  const eventsOf = (...names) =>
    [...new Map(names.flatMap((name) => Object.entries(channels[name].messages))).values()]
      .map(payloadOf)
      .map(eventType)
      .join('\n');
  const told = asked.join('\n') + eventsOf('user', 'room', 'admins');
  const shapes = Object.keys(components.schemas);
  const unknown = shapes.filter((name) => !restShapes.includes(name));
  if (unknown.length > 0) throw new Error(`the socket tells of ${unknown.join(', ')}, and REST does not`);
  const used = [...shapes, 'Json'].filter((name) => new RegExp(`\\b${name}\\b`).test(told)).sort();
  return [
    HEAD,
    `import type { ${used.join(', ')} } from './rest.js';\n`,
    `export interface SocketOperations {\n${asked.join('\n')}\n}\n`,
    `/** Told to every socket of an account. */\nexport interface UserEvents {\n${eventsOf('user')}\n}\n`,
    `/** Told to the sockets that opened a room. */\nexport interface RoomEvents {\n${eventsOf('room', 'admins')}\n}\n`,
  ].join('\n');
}

function operationType(name, { summary, messages, reply }, written) {
  const [asked, answered] = [messages[0], reply.messages[0]].map(({ $ref }) => written[$ref.split('/').at(-1)].payload);
  const lines = [`    payload: ${typeOf(asked, '    ')};`, `    ack: ${typeOf(answered, '    ')};`];
  return `  ${comment(summary)}\n  ${quoted(name)}: {\n${lines.join('\n')}\n  };`;
}

function eventType({ name, summary, payload }) {
  return `${summary ? `  ${comment(summary)}\n` : ''}  ${quoted(name)}: ${typeOf(payload, '  ')};`;
}
