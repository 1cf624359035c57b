/** Which commands of the hot collections a MongoDB with shards would have to send to all of them. */
import type { CommandStartedEvent, Document } from 'mongodb';
import type { CollectionName } from '#src/store/collections.js';
import { declaredName, shardKeys } from '#src/store/sharding.js';

/** The collections that every message, read and reaction touches. */
export const hot = ['log', 'members', 'readers', 'reactions', 'votes', 'digests', 'rooms'] as const;

/** Of a choice, each branch has to carry it. */
export const carries = (filter: Document, key: string): boolean =>
  key in filter ||
  (filter.$and ?? []).some((term: Document) => carries(term, key)) ||
  (filter.$or?.length > 0 && filter.$or.every((branch: Document) => carries(branch, key)));

type Asked = Pick<CommandStartedEvent, 'command' | 'commandName'>;

/** `<collection>.<index>`, `<collection> by ids` for a walk over the ids of several keys, or `<collection> ?`. */
export function withoutShardKey({ command, commandName }: Asked): string[] {
  const from = command[commandName] as CollectionName;
  if (!(hot as readonly string[]).includes(from)) return [];
  const key = shardKeys[from].key as string;
  return filtersOf({ command, commandName })
    .filter((filter) => !carries(filter, key))
    .map((filter) => `${from}${wayOf(filter, command.hint)}`);
}

function filtersOf({ command, commandName }: Asked): Document[] {
  if (commandName === 'find') return [command.filter ?? {}];
  if (commandName === 'aggregate') return [command.pipeline?.[0]?.$match ?? {}];
  if (commandName === 'update') return command.updates.map(({ q }: Document) => q);
  return commandName === 'delete' ? command.deletes.map(({ q }: Document) => q) : [];
}

function wayOf(filter: Document, hint: string | undefined): string {
  // A point names its document, so that it could name the key.
  if (hint === undefined || isPoint(filter)) return ' ?';
  if (hint === '_id_') return ' by ids';
  return `.${declaredName(hint)}`;
}

const isPoint = (filter: Document): boolean =>
  [filter, ...(filter.$and ?? [])].some(({ _id }) => _id !== undefined && ('$eq' in _id || '$in' in _id));
