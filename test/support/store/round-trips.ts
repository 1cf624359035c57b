/** Counts what a service asks of its store: commands at the driver of MongoDB, messages to the embedded store's thread. */
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type CommandStartedEvent, MongoClient } from 'mongodb';

export interface RoundTrips {
  /** The collections of each read since the last call; those of one read are joined by `+`. */
  taken(): string[];
  stop(): void;
}

/** The driver tells of each command only where its address says so. */
export const monitored = (uri: string): string => `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;

/** Of all clients in this process. */
export const countMongoCommands = (): RoundTrips => observeMongoCommands(readOf);

/** What each command is taken for, of all clients in this process. */
export function observeMongoCommands(taken: (command: CommandStartedEvent) => string[]): RoundTrips {
  const trips: string[] = [];
  const emit = EventEmitter.prototype.emit;
  MongoClient.prototype.emit = function emitted(this: MongoClient, name: string, ...args: unknown[]): boolean {
    if (name === 'commandStarted') trips.push(...taken(args[0] as CommandStartedEvent));
    return emit.call(this, name, ...args);
  } as typeof MongoClient.prototype.emit;
  return {
    taken: () => trips.splice(0),
    stop: () => Reflect.deleteProperty(MongoClient.prototype, 'emit'),
  };
}

function readOf({ command, commandName }: CommandStartedEvent): string[] {
  if (commandName === 'getMore') return [command.collection];
  if (commandName !== 'find' && commandName !== 'aggregate') return [];
  const stages: { $lookup?: { from: string } }[] = command.pipeline ?? [];
  const others = stages.flatMap(({ $lookup }) => $lookup?.from ?? []);
  return [[command[commandName], ...others].join('+')];
}

/** Of all embedded stores that this process has open. */
export function countThreadMessages(): RoundTrips {
  const trips: string[] = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function posted(this: Worker, ...args: Parameters<typeof post>): void {
    const [batch] = args as unknown as [{ request: { from?: string } }[]];
    const reads = Array.isArray(batch) ? batch.flatMap(({ request }) => request.from ?? []) : [];
    if (reads.length > 0) trips.push([...new Set(reads)].join('+'));
    post.apply(this, args);
  };
  return {
    taken: () => trips.splice(0),
    stop: () => {
      Worker.prototype.postMessage = post;
    },
  };
}
