/** The sponsored items of one organization. Dispatch only: the files beside this one decide. */
import { markDurable } from '#actors/runtime/in-flight-writes.js';
import type { ActorKind, Turn, Turned } from '#actors/runtime/kind.js';
import type { SponsoredCommand } from './commands.js';
import { countingHandlers } from './counting.js';
import { endingHandlers } from './end-items.js';
import type { Handler, Handlers } from './handler.js';
import { imageHandlers } from './images.js';
import { itemStatusHandlers } from './item-status.js';
import { itemHandlers } from './items.js';
import { emptyState, type SponsoredState } from './sponsored-state.js';

const STATE_BYTES = 512;
const COMMAND_BYTES = 1_024;
const MARK_BYTES = 192;

const handlers: Handlers = {
  ...itemHandlers,
  ...itemStatusHandlers,
  ...imageHandlers,
  ...countingHandlers,
  ...endingHandlers,
};

/** The table holds for each command the handler of exactly its type, which a lookup by name cannot express. */
const handlerOf = (command: SponsoredCommand) => handlers[command.type] as unknown as Handler<SponsoredCommand['type']>;

export const sponsoredKind: ActorKind<SponsoredState, SponsoredCommand> = {
  name: 'sponsored',
  load: async (id) => ({ state: emptyState(id) }),
  prefetch: (state, command, io) => handlerOf(command).needs(state, command, io),
  turn: (state, command, at: Turn): Turned => handlerOf(command).handle(state, command, at),
  weigh: (command) => (command.type === 'count' ? command.marks.length * MARK_BYTES : COMMAND_BYTES),
  isUrgent: ({ type }) => type !== 'count' && type !== 'create_item' && type !== 'presign_images',
  checkpoint: () => null,
  settled: markDurable,
  sizeOf: () => STATE_BYTES,
};
