/** A body that begins with one slash is a command of the service; with two it is a text that begins with one. */
import type { Draft } from './wire.js';

export const isCommand = (line: string): boolean => /^\s*\/(?!\/)/.test(line);

export function plainText(draft: Draft): Draft {
  const body = draft.body?.trimStart() ?? '';
  return body.startsWith('/') && !draft.attachment ? { ...draft, body: `/${body}` } : draft;
}
