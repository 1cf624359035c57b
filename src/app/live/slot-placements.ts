/** What operators see of the slots, and where they put one. */
import type { Coordinator } from '#actors/cluster/coordinator.js';
import type { Peers } from '#actors/cluster/peers.js';
import { SLOT_WORK } from '#actors/cluster/placement/slot-balancer.js';
import type { SlotWork, WorkReport } from '#actors/cluster/placement/slot-work.js';
import { type LeaseTable, TableUnavailable } from '#src/cluster/lease-table.js';
import type { SlotList, SlotView } from '#src/domain/live/slot-view.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';
import { RefusalError } from '#src/errors.js';
import { slotsOf } from './node-membership.js';

export interface SlotPlacementsOptions {
  name: string;
  coordinator: Pick<Coordinator, 'table' | 'token' | 'ownerOf' | 'heartbeat'>;
  peers: Pick<Peers, 'askAll'>;
  table: Pick<LeaseTable, 'place'>;
  work: SlotWork;
  onPlaced(): void;
}

const ANSWER_TIMEOUT_MS = 1_000;
const BUSIEST_MAX = 50;

export class SlotPlacements {
  readonly #options: SlotPlacementsOptions;

  constructor(options: SlotPlacementsOptions) {
    this.#options = options;
  }

  /** The busiest slots and all that are placed; or the one of an actor. */
  async list(id: string | null): Promise<SlotList> {
    const { name, coordinator, peers, work } = this.#options;
    const replies = await peers.askAll(SLOT_WORK, null, ANSWER_TIMEOUT_MS);
    const reports = new Map<string, WorkReport | null>([[name, work.report()]]);
    for (const { node, value } of replies) reports.set(node.name, value as WorkReport | null);
    const works = new Map([...reports.values()].flatMap((report) => report?.slots ?? []));
    const busiest = [...works].sort((a, b) => b[1] - a[1]).slice(0, BUSIEST_MAX);
    const { table } = coordinator;
    const shown = id === null ? new Set([...busiest.map(([slot]) => slot), ...table.placements.keys()]) : [slotOf(id)];
    const held = slotsOf(table);
    return {
      nodes: table.nodes.map((node) => ({
        name: node.name,
        isLeaving: node.isLeaving,
        slots: held.get(node.token) ?? 0,
        work: reports.get(node.name)?.total ?? null,
      })),
      slots: [...shown].map((slot) => this.#viewOf(slot, works.get(slot) ?? 0)),
    };
  }

  view(slot: number): SlotView {
    if (!Number.isInteger(slot) || slot < 0 || slot >= SLOTS) throw new RefusalError('not_found');
    const own = this.#options.work.report().slots.find(([one]) => one === slot);
    return this.#viewOf(slot, own?.[1] ?? 0);
  }

  /** Its owner hands the slot over within seconds. Null: it falls to the node that it belongs to by its number. */
  async place(slot: number, on: string | null): Promise<SlotView> {
    const view = this.view(slot);
    const { coordinator, table, onPlaced } = this.#options;
    const node = coordinator.table.nodes.find(({ name }) => name === on);
    if (on !== null && !node) throw new RefusalError('not_found', { message: `No node called ${on} is alive.` });
    if (node?.isLeaving) throw new RefusalError('invalid_state', { message: `${on} is leaving. Choose another node.` });
    try {
      await table.place(coordinator.token, 'operator', [[slot, on]]);
    } catch (error) {
      if (error instanceof TableUnavailable) throw new RefusalError('unavailable');
      throw error;
    }
    onPlaced();
    // A heartbeat brings the new table: whoever asks this node next has to see it.
    await coordinator.heartbeat.now();
    return { ...view, placedOn: on, placedBy: on === null ? null : 'operator' };
  }

  #viewOf(slot: number, work: number): SlotView {
    const { coordinator } = this.#options;
    const placed = coordinator.table.placements.get(slot);
    const node = coordinator.ownerOf(slot)?.name ?? null;
    return { slot, node, work, placedOn: placed?.on ?? null, placedBy: placed?.by ?? null };
  }
}
