/** The events of one entry of a room for a webhook: the events that the bot hears as a member, without events for admins. */
import type { Announcement, RoomItem } from '#actors/room/commands.js';
import type { DisabledReason, Webhook } from '#src/domain/webhooks/webhook.js';
import { type EventToSend, eventId } from './webhook-call.js';

/** An announcement as JSON of the wire, for members of this room. */
export type RenderEvent = (announcement: Announcement, slug: string) => string;

/** Why the bot hears nothing from this entry on, or null. The entry itself is nothing for it either. */
export function endIn({ moves, announcements }: RoomItem, bot: string): DisabledReason | null {
  if (announcements.some(({ event }) => event.type === 'room:deleted')) return 'room_deleted';
  const move = moves.findLast(({ account }) => account === bot);
  return move && move.role === null ? 'not_member' : null;
}

/** `historyFrom`: changes of rows up to this seq are hidden from the bot. */
export function eventsIn(item: RoomItem, webhook: Webhook, historyFrom: number, render: RenderEvent): EventToSend[] {
  const chosen: readonly string[] = webhook.events;
  return item.announcements.flatMap((announcement, place) => {
    const { to, about, event, seq } = announcement;
    const isHidden = to !== 'all' || (about > 0 && about <= historyFrom);
    if (isHidden || !chosen.includes(event.type)) return [];
    return [{ id: eventId(webhook._id, seq, place), event: event.type, seq, data: render(announcement, item.slug) }];
  });
}
