/**
 * A body that begins with one slash is a command of the service; a body that begins with two is a text with one slash.
 */
import { MeydanError } from './errors.js';
import type { Outbox } from './outbox.js';
import type { CommandAnswer, Draft, Sent } from './wire.js';

export async function sendText(outbox: Outbox, room: string, draft: Draft, clientId?: string): Promise<Sent> {
  const { message, duplicate = false } = await outbox.enqueue(room, plainText(draft), clientId);
  if (!message) throw new MeydanError('internal_error', 'The service answered a message without its row.');
  return { message, duplicate };
}

export async function runCommand(
  outbox: Outbox,
  room: string,
  line: string,
  clientId?: string,
): Promise<CommandAnswer> {
  if (!isCommand(line)) throw new MeydanError('unknown_command', 'A command begins with one slash, such as /help.');
  const { command, help = [] } = await outbox.enqueue(room, { body: line }, clientId);
  if (!command) throw new MeydanError('internal_error', 'The service answered a command without its name.');
  return { command, help };
}

const isCommand = (line: string): boolean => /^\s*\/(?!\/)/.test(line);

function plainText(draft: Draft): Draft {
  const body = draft.body?.trimStart() ?? '';
  return body.startsWith('/') && !draft.attachment ? { ...draft, body: `/${body}` } : draft;
}
