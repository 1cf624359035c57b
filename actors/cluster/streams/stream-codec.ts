/** How the items of a kind look between nodes. */
export interface StreamCodec<Item> {
  pack(item: Item): unknown;
  /** Also of an item of the previous version, which is not packed. */
  unpack(packed: unknown): Item;
}

export const plainCodec: StreamCodec<unknown> = { pack: (item) => item, unpack: (item) => item };
