/** Messages between nodes about actors. Plain JSON. */
import type { Answer, AskOptions, Cause } from '#actors/runtime/client.js';

/**
 * Up to where a stream is complete. Null: nobody has the actor in memory, and nothing is newer than the position that
 * was asked from. `moved`: it is not the asked node's.
 */
export type StreamPosition = number | null | 'moved';

/**
 * The number of a message from a publisher to one subscribing node, and the session that is counted in. A publisher
 * that has forgotten the node begins another session.
 */
export type SentAs = [session: number, number: number];

export type NodeRequest =
  | { type: 'ask'; kind: string; id: string; command: { type: string }; options: AskOptions }
  /**
   * Every later item of these streams. Beside each id: those after this seq first; null = no earlier one. A node of the
   * previous version does not read packed items.
   */
  | { type: 'subscribe'; kind: string; streams: [id: string, after: number | null][]; readsPacked?: true }
  /** The same for one stream, as nodes of the previous version ask. The answer has a seq in any case. */
  | { type: 'watch'; kind: string; id: string; after: number | null }
  /** Questions that every node answers for itself, with any slots. */
  | { type: 'peer'; what: string; body: unknown };

export type NodeReply =
  /** It is not the asked node's: nothing was done. */
  | { type: 'moved' }
  | { type: 'answer'; answer: Answer<unknown> }
  /** In the order of the request. */
  | { type: 'subscribed'; session: number; positions: StreamPosition[] }
  /** The answer to `watch`: the stream is complete from here on. */
  | { type: 'watching'; seq: number }
  | { type: 'told'; value: unknown };

export type NodeMessage =
  | { type: 'tell'; kind: string; id: string; command: { type: string }; cause?: Cause | undefined }
  /** `as` is missing when the publisher or the subscriber is of the previous version. */
  | { type: 'item'; kind: string; id: string; item: unknown; as?: SentAs }
  /** The publisher has given this slot away: subscribe at its owner. */
  | { type: 'ended'; kind: string; slot: number; as: SentAs }
  /** From a subscriber: everything up to this number has arrived. It renews all its subscriptions. */
  | { type: 'received'; kind: string; as: SentAs; hasGap?: true }
  /** From a publisher: these were sent up to that number, and not confirmed. Null: of all streams. */
  | { type: 'missed'; kind: string; as: SentAs; what: Sent[] | null }
  | { type: 'unsubscribe'; kind: string; ids: string[] }
  /** From a node that leaves in order, as its last message: nothing of it was lost on its way to the others. */
  | { type: 'left' }
  /** Of the previous version: subscriptions with their positions. One that is not named for a while ends. */
  | { type: 'following'; kind: string; rooms: [id: string, seq: number][] }
  /** Of the previous version: these are published no more, or something is missing. */
  | { type: 'unwatched'; kind: string; ids: string[] };

/** What a numbered message was about: an item of a stream, or the end of the streams of a slot. */
export type Sent = string | number;
