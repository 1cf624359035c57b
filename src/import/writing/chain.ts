/**
 * A chain covers every row up to its own: `<number of rows>.<hash>`. Two runs with the same export, mapping and options
 * compute the same chain, so that a resumed import knows that the stored rows are the beginning of its own.
 */
import { hash53 } from '#src/domain/text/hash.js';
import type { MappedAccount } from '../account-mapping.js';
import type { SourceRow } from './rows-of-message.js';

export const firstChain = (...about: string[]): string => `0.${hash53(JSON.stringify(about))}`;

export function nextChain(
  before: string,
  { source, body, file, message }: SourceRow,
  by: MappedAccount | null,
): string {
  const { at, author, replyTo, threadOf } = message;
  const about = [source, at, body, author, by?.accountId ?? null, replyTo, threadOf, file?.path ?? null, file?.name];
  return `${rowsIn(before) + 1}.${hash53(before, JSON.stringify(about))}`;
}

export const rowsIn = (chain: string): number => Number.parseInt(chain, 10);
