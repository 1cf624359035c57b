import type { ActorIo, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { SponsoredCommand } from './commands.js';
import type { SponsoredState } from './sponsored-state.js';

export type CommandOf<T extends SponsoredCommand['type']> = Extract<SponsoredCommand, { type: T }>;

/** One command: its reads, and its decision. */
export interface Handler<T extends SponsoredCommand['type']> {
  needs(state: SponsoredState, command: CommandOf<T>, io: ActorIo): Promise<Supply<SponsoredState>> | null;
  handle(state: SponsoredState, command: CommandOf<T>, turn: Turn): Turned;
}

/** Families of commands export theirs; together they are the dispatch table. */
export type Handlers<T extends SponsoredCommand['type'] = SponsoredCommand['type']> = { [K in T]: Handler<K> };
