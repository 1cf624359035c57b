/** Nodes that share the slots of a lease table in memory, on virtual time. */
import { Coordinator } from '#actors/cluster/coordinator.js';
import { heaviest } from '#actors/cluster/slots.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import { SLOTS } from '#src/domain/slots.js';
import { LeaseData } from '../../sim/edges/virtual-lease-table.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { TableHandle } from './table-handle.js';

export const [LEASE_MS, BEAT_MS, TRUST_MS] = [6_000, 1_000, 5_000];
export const all = Array.from({ length: SLOTS }, (_, slot) => slot);
export const sharesOf = (name: string, names: string[]) => all.filter((slot) => heaviest(slot, names) === name);

export interface Node {
  coordinator: Coordinator;
  table: TableHandle;
  drained: number[][];
  evicted: number[][];
  errors: string[];
  tableChanges: number;
  /** How often it has said that everything is handed over. */
  handedOff: number;
  /** Draining waits for it. */
  busy: Promise<void> | null;
}

export function world({ standby }: { standby?: (name: string) => StandbyLeases } = {}) {
  const env = new VirtualEnv();
  const data = new LeaseData(LEASE_MS, () => env.monotonic());
  const make = (name: string, format?: number): Node => {
    const node: Node = {
      table: new TableHandle(data, () => env.monotonic()),
      drained: [],
      evicted: [],
      errors: [],
      tableChanges: 0,
      handedOff: 0,
      busy: null,
      coordinator: null as unknown as Coordinator,
    };
    node.coordinator = new Coordinator({
      name,
      format,
      table: node.table,
      standby: standby?.(name),
      env,
      beatMs: BEAT_MS,
      trustMs: TRUST_MS,
      slots: {
        drain: async (slots) => {
          await node.busy;
          node.drained.push([...slots]);
        },
        evict: (slots) => void node.evicted.push([...slots]),
        onTableChange: () => {
          node.tableChanges += 1;
        },
      },
      onHandedOff: () => {
        node.handedOff += 1;
      },
      onError: (what) => void node.errors.push(what),
    });
    return node;
  };
  const join = async (name: string, format?: number): Promise<Node> => {
    const node = make(name, format);
    await node.coordinator.start();
    return node;
  };
  /** The table is opened, and every slot belongs to the first node. */
  const first = async (name = 'a'): Promise<Node> => {
    const node = await join(name);
    await env.advance(LEASE_MS + BEAT_MS);
    expect(node.coordinator.heldSlots().length).toBe(SLOTS);
    return node;
  };
  /** Two nodes with their shares. */
  const pair = async (): Promise<[Node, Node]> => {
    const a = await first();
    const b = await join('b');
    await env.advance(10 * BEAT_MS);
    expect(b.coordinator.heldSlots().length).toBe(sharesOf('b', ['a', 'b']).length);
    return [a, b];
  };
  return { env, data, make, join, first, pair };
}

export const held = ({ coordinator }: Node) => all.filter((slot) => coordinator.holds(slot));
export const latch = () => {
  let open: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open };
};
