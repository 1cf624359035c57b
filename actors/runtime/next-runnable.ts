/** Whose turn it is: the first command of the mailbox, or one behind those that take long to read for. */
import type { Env } from './env.js';
import type { Envelope, Mailbox } from './mailbox.js';

/** A command that is still reading after this long no longer holds up those of others. */
export const HEAD_OF_LINE_TIMEOUT_MS = 100;

type LineOf<Command> = ((command: Command) => string) | undefined;

export function nextRunnable<Command>(
  mailbox: Mailbox<Command>,
  lineOf: LineOf<Command>,
  env: Pick<Env, 'monotonic'>,
): Envelope<Command> | undefined {
  let first = mailbox.peek();
  while (first?.settled) {
    mailbox.shift();
    first = mailbox.peek();
  }
  if (!first || first.ready) return first;
  return lineOf && nextBehindReads(mailbox, lineOf, env.monotonic() - HEAD_OF_LINE_TIMEOUT_MS);
}

/** Commands with the same ordering key never pass each other. */
function nextBehindReads<Command>(
  mailbox: Mailbox<Command>,
  lineOf: (command: Command) => string,
  overdue: number,
): Envelope<Command> | undefined {
  const lines = new Set<string>();
  for (const envelope of mailbox) {
    if (envelope.settled) continue;
    const line = lineOf(envelope.command);
    if (lines.has(line)) continue;
    if (envelope.ready) return envelope;
    if ((envelope.readingSince ?? Number.POSITIVE_INFINITY) > overdue) return undefined;
    lines.add(line);
  }
  return undefined;
}
