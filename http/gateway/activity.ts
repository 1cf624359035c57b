import type { RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/account.js';
import type { RoomId } from '#src/domain/room.js';
import type { RowView } from '#src/domain/views.js';
import { roomActivity } from '#src/protocol/events.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import type { Connections } from './connections.js';
import type { Env } from './deps.js';
import { eventFrame } from './frames.js';

export const ACTIVITY_EVERY_MS = 1_000;
/** A direct chat that could not be announced in this time is told of all the same. */
const ANNOUNCEMENT_TIMEOUT_MS = 3_000;

type Activity = NonNullable<RoomItem['activity']>;

/** What has happened since the watchers of one side were last told. */
interface News {
  seq: number;
  lastMessage: RowView | null;
  mentioned: Set<AccountId>;
  isAllMentioned: boolean;
}

/**
 * `room:activity` of one room: to every connected member whose socket has not opened it, the first at once, then at
 * most one a second with what came together meanwhile.
 */
export class RoomActivity {
  readonly #room: RoomId;
  readonly #slug: string;
  readonly #connections: Connections;
  readonly #env: Env;
  readonly #links: FileLinks;
  /** Accounts connected here that are members, and whether they are admins. */
  readonly #watchers = new Map<AccountId, boolean>();
  #forMembers: News | null = null;
  #forAdmins: News | null = null;
  #stopWaiting: (() => void) | null = null;
  /** Accounts to whom the room itself is about to be announced, and what waits for that. */
  readonly #unannounced = new Map<AccountId, News | null>();

  constructor(room: RoomId, slug: string, connections: Connections, env: Env, links: FileLinks) {
    this.#room = room;
    this.#slug = slug;
    this.#connections = connections;
    this.#env = env;
    this.#links = links;
  }

  get watcherCount(): number {
    return this.#watchers.size;
  }

  /** Members connected here, and those who were a moment ago. */
  accounts(): Iterable<AccountId> {
    return this.#watchers.keys();
  }

  watch(account: AccountId, isAdmin: boolean): void {
    this.#watchers.set(account, isAdmin);
  }

  unwatch(account: AccountId): void {
    this.#watchers.delete(account);
  }

  /** Somebody came or changed sides (is an admin or not), or went (null). */
  moved(account: AccountId, isAdmin: boolean | null): void {
    if (isAdmin === null) this.unwatch(account);
    else if (this.#watchers.has(account) || this.#connections.isOnline(account)) this.watch(account, isAdmin);
  }

  /** What every connected member hears, whatever they have opened: all of them, or those who are no admins. */
  tellMembers(frame: Buffer, whom: 'all' | 'plain'): void {
    for (const [account, isAdmin] of this.#watchers) {
      if (isAdmin && whom === 'plain') continue;
      for (const connection of this.#connections.of(account)) connection.push(frame);
    }
  }

  /** Until `announced`, and not for ever, nothing is told to this account. */
  awaitAnnouncement(account: AccountId): void {
    if (this.#unannounced.has(account)) return;
    this.#unannounced.set(account, null);
    this.#env.after(ANNOUNCEMENT_TIMEOUT_MS, () => this.announced(account));
  }

  /** Whether something had waited for it, which is told now. */
  announced(account: AccountId): boolean {
    const news = this.#unannounced.get(account);
    this.#unannounced.delete(account);
    if (news) this.#tellAccount(account, news, new Map());
    return Boolean(news);
  }

  happened({ seq }: RoomItem, activity: Activity): void {
    for (const account of activity.arrivals) {
      if (this.#connections.isOnline(account)) this.awaitAnnouncement(account);
    }
    const isForAll = activity.row === null || activity.row.row.audience === 'all';
    if (isForAll) this.#forMembers = together(this.#forMembers, seq, activity);
    this.#forAdmins = together(this.#forAdmins, seq, activity);
    if (this.#stopWaiting === null) this.#tell();
  }

  end(): void {
    this.#watchers.clear();
    this.stop();
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#forMembers = null;
    this.#forAdmins = null;
  }

  #tell(): void {
    const { members, admins } = { members: this.#forMembers, admins: this.#forAdmins };
    this.#forMembers = null;
    this.#forAdmins = null;
    const frames = new Map<string, Buffer>();
    for (const [account, isAdmin] of this.#watchers) {
      const news = isAdmin ? admins : members;
      if (news) this.#tellAccount(account, news, frames);
    }
    this.#stopWaiting = this.#env.after(ACTIVITY_EVERY_MS, () => {
      this.#stopWaiting = null;
      if (this.#forMembers ?? this.#forAdmins) this.#tell();
    });
  }

  #tellAccount(account: AccountId, news: News, frames: Map<string, Buffer>): void {
    if (this.#unannounced.has(account)) {
      this.#unannounced.set(account, news);
      return;
    }
    for (const connection of this.#connections.of(account)) {
      if (connection.opened.has(this.#room)) continue;
      const isMentioned = news.isAllMentioned || news.mentioned.has(account);
      const key = `${news.seq} ${isMentioned}`;
      const frame = frames.get(key) ?? this.#frame(news, isMentioned);
      frames.set(key, frame);
      connection.push(frame);
    }
  }

  #frame({ seq, lastMessage }: News, isMentioned: boolean): Buffer {
    const activity = roomActivity(this.#slug, seq, lastMessage, isMentioned, this.#links);
    return eventFrame('room:activity', JSON.stringify(activity));
  }
}

function together(before: News | null, seq: number, activity: Activity): News {
  const mentioned = before?.mentioned ?? new Set<AccountId>();
  for (const account of activity.mentions) mentioned.add(account);
  const isAllMentioned = activity.mentionsAll || (before?.isAllMentioned ?? false);
  return { seq, lastMessage: activity.lastMessage, mentioned, isAllMentioned };
}
