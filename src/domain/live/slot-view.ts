/** The slots of a cluster as operators see them. */
export type PlacedBy = 'operator' | 'balancer';

export interface NodeSlots {
  name: string;
  isLeaving: boolean;
  slots: number;
  /** A second; null when it did not answer. */
  work: number | null;
}

export interface SlotView {
  slot: number;
  /** The owner; null for none. */
  node: string | null;
  /** A second. */
  work: number;
  placedOn: string | null;
  placedBy: PlacedBy | null;
}

export interface SlotList {
  nodes: NodeSlots[];
  slots: SlotView[];
}
