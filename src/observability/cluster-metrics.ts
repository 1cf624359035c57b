import { Gauge, type Registry } from 'prom-client';
import { counter } from './metrics-kinds.js';

export interface ClusterMetrics {
  /** A message to or from another node, with its length in characters. */
  linked(direction: 'in' | 'out', length: number): void;
  /** Slots owned by this node, and live nodes, as this node sees them. */
  held(slots: number, nodes: number): void;
  /** Slots were placed on other nodes. */
  placed(by: string, count: number): void;
  /** The work of the slots of this node, a second. */
  worked(total: number): void;
  /** How many direct links to other nodes are open, read at each scrape. */
  countLinks(open: () => number): void;
}

export function clusterMetrics(registry: Registry): ClusterMetrics {
  const registers = [registry];
  const messages = counter(
    registry,
    'meydan_link_messages_total',
    'Messages between nodes, by direction.',
    'direction',
  );
  const bytes = counter(registry, 'meydan_link_characters_total', 'Characters of messages between nodes.', 'direction');
  const slots = new Gauge({
    name: 'meydan_slots_held',
    help: 'Slots owned by this node, of 1024.',
    registers,
  });
  const placed = counter(registry, 'meydan_slots_placed_total', 'Slots placed on other nodes, by whom.', 'by');
  const work = new Gauge({
    name: 'meydan_slot_work',
    help: 'Commands that the slots of this node take on, and items that they send to other nodes, a second.',
    registers,
  });
  const nodes = new Gauge({ name: 'meydan_nodes_alive', help: 'Living nodes, as this node sees them.', registers });
  let openLinks = () => 0;
  new Gauge({
    name: 'meydan_direct_links_open',
    help: 'Open direct links to other nodes: one less than nodes alive where every node reaches every other.',
    registers,
    collect() {
      this.set(openLinks());
    },
  });
  return {
    linked: (direction, length) => {
      messages.inc({ direction });
      bytes.inc({ direction }, length);
    },
    held: (held, alive) => {
      slots.set(held);
      nodes.set(alive);
    },
    placed: (by, count) => placed.inc({ by }, count),
    worked: (total) => work.set(total),
    countLinks: (open) => {
      openLinks = open;
    },
  };
}
