import type { Announcement, Move, RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMember } from '#src/protocol/present/member.js';
import { roomUpdated } from '#src/protocol/rooms/room-updated.js';
import * as events from '#src/protocol/socket/events.js';
import { eventFrame } from '../transport/frames.js';
import { messageJson } from './encoded-rows.js';

/** The context for presenting rows and members. */
export interface RenderContext {
  links: FileLinks;
  now(): number;
  isOnline(account: AccountId): boolean;
}

/** One event of one channel, ready to leave. */
export interface RenderedEvent {
  seq: number;
  prevSeq: number;
  /** The older row it is about; 0 when about none. */
  about: number;
  frame: Buffer;
}

/** An entry of a room, encoded once for each channel that has readers. */
export class RenderedItem {
  readonly item: RoomItem;
  readonly #renderContext: RenderContext;
  #members: RenderedEvent[] | null = null;
  #admins: RenderedEvent[] | null = null;

  constructor(item: RoomItem, renderContext: RenderContext) {
    this.item = item;
    this.#renderContext = renderContext;
  }

  get seq(): number {
    return this.item.seq;
  }

  eventsFor(isAdmin: boolean): RenderedEvent[] {
    if (isAdmin) return (this.#admins ??= this.#render(true));
    return (this.#members ??= this.#render(false));
  }

  /** The change of the account's membership in this entry, if any. */
  moveOf(account: AccountId): Move | undefined {
    return this.item.moves.findLast((move) => move.account === account);
  }

  #render(isAdmin: boolean): RenderedEvent[] {
    const { announcements } = this.item;
    const other = isAdmin ? this.#members : this.#admins;
    const isWhole = other?.length === announcements.length;
    const shown = isAdmin ? announcements : announcements.filter(({ to }) => to === 'all');
    return shown.map((announcement, index) => {
      const isSame = isWhole && announcement.prevAll === announcement.prevAdmins;
      return isSame ? (other[index] as RenderedEvent) : this.#encode(announcement, isAdmin);
    });
  }

  #encode(announcement: Announcement, isAdmin: boolean): RenderedEvent {
    const { seq, about, event } = announcement;
    const prevSeq = isAdmin ? announcement.prevAdmins : announcement.prevAll;
    const { links } = this.#renderContext;
    const place = placeFields(this.item.slug, seq, prevSeq);
    const json =
      'message' in event
        ? { before: `{${place},"message":`, encoded: messageJson(event.message, links), after: '}' }
        : withFields(place, ownFields(announcement, this.#renderContext));
    return { seq, prevSeq, about, frame: eventFrame(event.type, json) };
  }
}

/** Instead of an event about a row that the subscription may not see. */
export function hiddenFrame(slug: string, { seq, prevSeq }: RenderedEvent): Buffer {
  return eventFrame('room:hidden', `{${placeFields(slug, seq, prevSeq)}}`);
}

/** How one reader sees a room. */
export interface View {
  slug: string;
  isAdmin: boolean;
  /** Rows up to here are hidden. */
  historyFrom: number;
}

/**
 * An announcement as an item of `changes`: the event that the subscription would have received, with its name in
 * `type`.
 */
export function changeJson(announcement: Announcement, view: View, renderContext: RenderContext): string {
  const { seq, about, event } = announcement;
  const prevSeq = view.isAdmin ? announcement.prevAdmins : announcement.prevAll;
  const isHidden = about > 0 && about <= view.historyFrom;
  const fields = isHidden ? '' : ownFields(announcement, renderContext);
  const json = withFields(placeFields(view.slug, seq, prevSeq), fields);
  return `{"type":"${isHidden ? 'room:hidden' : event.type}",${json.slice(1)}`;
}

/** The payload of an event as members get it, as JSON, for readers without a socket. */
export function memberEventJson(renderContext: RenderContext): (announcement: Announcement, slug: string) => string {
  return (announcement, slug) => {
    const place = placeFields(slug, announcement.seq, announcement.prevAll);
    return withFields(place, ownFields(announcement, renderContext));
  };
}

/** Fields are JSON without its braces. */
const placeFields = (slug: string, seq: number, prevSeq: number): string =>
  `"room":${JSON.stringify(slug)},"seq":${seq},"prev_seq":${prevSeq}`;

const withFields = (place: string, fields: string): string => (fields === '' ? `{${place}}` : `{${place},${fields}}`);

function ownFields({ event }: Announcement, renderContext: RenderContext): string {
  switch (event.type) {
    case 'message:new':
    case 'message:edited':
      return `"message":${messageJson(event.message, renderContext.links)}`;
    case 'message:deleted':
      return bare(events.messageDeleted(event.messageId, event.rowSeq, event.deletedAt));
    case 'message:pins':
      return bare(events.messagePins(event.pins));
    case 'message:discussion':
      return bare(events.messageDiscussion(event.messageId, event));
    case 'survey:votes':
      return bare(events.surveyVotes(event.messageId, event.votes));
    case 'message:reactions':
      return bare(events.messageReactions(event.messageId, event.reactions));
    case 'member:joined':
      return bare(events.memberJoined(wireMember(event.member, renderContext), event.memberCount));
    case 'member:left':
      return bare(events.memberLeft(event.accountId, event.username, event.reason, event.memberCount));
    case 'member:updated':
      return bare({ member: wireMember(event.member, renderContext) });
    case 'member:tagged':
      return bare(events.memberTagged(event.accountId, event.tag));
    case 'room:updated':
      return bare(roomUpdated(event, renderContext.links));
    case 'room:request':
      return bare(events.roomRequest(event.accountId, event.username, event.requestedAt));
    case 'message:expired':
      return bare(events.messageExpired(event.messageIds));
    case 'room:deleted':
      return '';
  }
}

const bare = (value: object): string => JSON.stringify(value).slice(1, -1);

function wireMember(member: Parameters<typeof presentMember>[0], renderContext: RenderContext) {
  return presentMember(member, { online: renderContext.isOnline(member.account), now: renderContext.now() });
}
