/** Slots of a cluster, for operators: the console key was verified before. */
import { noteBefore } from '#http/operators/audit.js';
import { roomIdOf } from '#http/operators/room-lookup.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { NodeSlots, SlotList, SlotView } from '#src/domain/live/slot-view.js';
import { RefusalError } from '#src/errors.js';
import { consoleSlotEndpoints as endpoints } from '#src/protocol/console/console-slots.js';
import type { Reader } from '#src/store/store.js';

export interface SlotBoard {
  /** The busiest and the placed ones, or the one of an actor. */
  list(id: string | null): Promise<SlotList>;
  /** Refuses a number that no slot has. */
  view(slot: number): SlotView;
  /** Null ends the placement. */
  place(slot: number, on: string | null): Promise<SlotView>;
}

export interface ConsoleSlotDeps {
  /** Null for a single node. */
  slots: SlotBoard | null;
  reader: Reader;
}

export const consoleSlotRoutes = ({ slots, reader }: ConsoleSlotDeps): Route[] => [
  route(endpoints.listSlots, async ({ query: { room } }) => {
    const { nodes, slots: shown } = await among(slots).list(room === undefined ? null : await roomIdOf(reader, room));
    return ok({ nodes: nodes.map(presentNode), slots: shown.map(presentSlot) });
  }),
  route(endpoints.placeSlot, async ({ ctx, params, body }) => {
    const board = among(slots);
    noteBefore(ctx, presentSlot(board.view(slotIn(params))));
    return ok({ slot: presentSlot(await board.place(slotIn(params), body.node)) });
  }),
  route(endpoints.releaseSlot, async ({ ctx, params }) => {
    const board = among(slots);
    noteBefore(ctx, presentSlot(board.view(slotIn(params))));
    return ok({ slot: presentSlot(await board.place(slotIn(params), null)) });
  }),
];

function among(slots: SlotBoard | null): SlotBoard {
  if (slots) return slots;
  throw new RefusalError('invalid_state', { message: 'This service is a single node: it has no slots to move.' });
}

const slotIn = ({ id = '' }: Record<string, string>): number => (/^\d{1,4}$/.test(id) ? Number(id) : -1);

const presentSlot = ({ slot, node, work, placedOn, placedBy }: SlotView) => ({
  slot,
  node,
  work: rounded(work),
  placed_on: placedOn,
  placed_by: placedBy,
});

const presentNode = ({ name, isLeaving, slots, work }: NodeSlots) => ({
  name,
  leaving: isLeaving,
  slots,
  work: work === null ? null : rounded(work),
});

const rounded = (work: number): number => Math.round(work * 10) / 10;
