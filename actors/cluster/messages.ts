/** Messages between nodes about actors. Plain JSON. */
import type { Answer, AskOptions } from '#actors/runtime/client.js';

export type NodeRequest =
  | { type: 'ask'; kind: string; id: string; command: { type: string }; options: AskOptions }
  /** Every later item of an actor's stream. `after`: those after this seq first; null = from now on. */
  | { type: 'watch'; kind: string; id: string; after: number | null }
  /** Questions that every node answers for itself, with any slots. */
  | { type: 'peer'; what: string; body: unknown };

export type NodeReply =
  /** It is not the asked node's: nothing was done. */
  | { type: 'moved' }
  | { type: 'answer'; answer: Answer<unknown> }
  /** The stream is complete from here on. */
  | { type: 'watching'; seq: number }
  | { type: 'told'; value: unknown };

export type NodeMessage =
  | { type: 'tell'; kind: string; id: string; command: { type: string } }
  | { type: 'item'; kind: string; id: string; item: unknown }
  /** The followed streams with their positions. A stream that is not named for a while is no longer followed. */
  | { type: 'following'; kind: string; rooms: [id: string, seq: number][] }
  /** These are not told by this node (any more), or something is missing: watch again. */
  | { type: 'unwatched'; kind: string; ids: string[] };
