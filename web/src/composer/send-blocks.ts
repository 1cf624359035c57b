/** Send blocks: why a person cannot send in a room now, and until when. Pure. */
import type { Member, Message, Room, WireError } from '../api-types.js';

export interface SendBlock {
  kind: 'muted' | 'slow_mode';
  until: number;
}

export type SendBlocks = Record<string, SendBlock>;

/** A mute lasts longer than slow mode, so slow mode does not replace it. */
export function withSendBlock(blocks: SendBlocks, slug: string, hold: SendBlock): SendBlocks {
  const held = blocks[slug];
  return held?.kind === 'muted' && hold.kind === 'slow_mode' ? blocks : { ...blocks, [slug]: hold };
}

export const withoutSendBlock = (blocks: SendBlocks, slug: string): SendBlocks =>
  Object.fromEntries(Object.entries(blocks).filter(([held]) => held !== slug));

/** The send block of an error that has an end time. */
export const sendBlockOf = ({ code, until }: WireError): SendBlock | null =>
  (code === 'muted' || code === 'slow_mode') && until !== undefined ? { kind: code, until } : null;

/** Follows the mute in the person's own entry of the member list. */
export function withMuteBlock(blocks: SendBlocks, slug: string, { muted_until }: Member): SendBlocks {
  if (muted_until !== null) return withSendBlock(blocks, slug, { kind: 'muted', until: muted_until });
  return blocks[slug]?.kind === 'muted' ? withoutSendBlock(blocks, slug) : blocks;
}

/** After a message in a room with slow mode, a member has to wait; an admin does not. */
export function withSlowModeBlock(blocks: SendBlocks, room: Room, message: Message): SendBlocks {
  if (room.slow_mode_s === 0 || room.my_role !== 'member') return blocks;
  return withSendBlock(blocks, room.slug, { kind: 'slow_mode', until: message.inserted_at + room.slow_mode_s * 1000 });
}
