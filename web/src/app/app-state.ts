/** The state of the page, in one store. */

import type {
  Account,
  ClientConfig,
  Entry,
  JoinRequest,
  LinkPreview,
  Member,
  Message,
  Photo,
  Room,
  WireError,
} from '../api-types.js';
import type { ChosenFile } from '../composer/chosen-file.js';
import type { Drafts } from '../composer/outbox/draft-store.js';
import type { Pending } from '../composer/outbox/outbox.js';
import type { SendBlocks } from '../composer/send-blocks.js';
import type { Timeline } from '../messages/list/timeline.js';
import type { Page, Panel, Viewer } from './overlays.js';
import type { DiscoverRoute } from './route.js';
import { createStore } from './store.js';
import type { Language } from './text/text.js';

export type Phase = 'starting' | 'login' | 'username' | 'chat' | 'suspended';
export type Connection = 'connecting' | 'online' | 'offline';

export interface TypingPerson {
  accountId: string;
  username: string;
  until: number;
}

export interface SlashAnswer {
  command: string;
  help: string[];
}

/** Of the own account: its end, and the operator's text for the person. */
export interface Suspension {
  until: number | null;
  reason: string | null;
}

export interface AppState {
  phase: Phase;
  config: ClientConfig | null;
  account: Account | null;
  connection: Connection;
  /** The language that the service has stored for this device. */
  registeredLanguage: Language | null;
  /** The service announced a restart; the client reconnects by itself. */
  draining: boolean;
  rooms: Room[];
  roomsLoaded: boolean;
  /** Slug of the room on the screen. */
  current: string | null;
  /** The room on the screen, if the person is not a member of it. */
  preview: Room | null;
  /** The code of the invite link that led to the preview; joining needs it. */
  inviteCode: string | null;
  panel: Panel | null;
  /** The open page of Discover, shown in place of a room. */
  discover: DiscoverRoute | null;
  /** The page over the chat: the account, a person's card, the contacts. */
  page: Page | null;
  /** Loaded avatars by account id; null if the account shows none. */
  avatars: Record<string, Photo | null>;
  timelines: Record<string, Timeline>;
  outbox: Pending[];
  /** Upload progress from 0 to 1, by the client id of the message. */
  uploads: Record<string, number>;
  /** The attachment trays, by room. */
  attachments: Record<string, ChosenFile[]>;
  /** Messages with renewed file links, by id. */
  fresh: Record<string, Message>;
  /** Link previews by URL; null if the page has none. */
  previews: Record<string, LinkPreview | null>;
  /** Published articles that chat cards refer to, by number; null if the article was deleted. */
  entries: Record<number, Entry | null>;
  /** The picture or video in the viewer. */
  viewer: Viewer | null;
  typing: Record<string, TypingPerson[]>;
  members: Record<string, Member[]>;
  /** Join requests; loaded only for rooms that the person administers. */
  requests: Record<string, JoinRequest[]>;
  sendBlocks: SendBlocks;
  /** Pinned messages that are not in the loaded timeline, by id. */
  pinned: Record<string, Message>;
  /** The person's survey votes, as far as they are loaded. */
  votes: Record<string, number[]>;
  /** The response to the person's last slash command, by room. */
  answers: Record<string, SlashAnswer>;
  notice: WireError | null;
  /** Drafts by place: a room, or a discussion. */
  drafts: Drafts;
  /** Set when the session ended without a logout; tells whether drafts were kept. */
  sessionOver: 'kept' | 'nothing' | null;
  /** When the next reconnect starts; null during an attempt and while connected. */
  retryAt: number | null;
  /** Set in the phase `suspended`. */
  suspension: Suspension | null;
}

export const initialState: AppState = {
  phase: 'starting',
  config: null,
  account: null,
  connection: 'connecting',
  registeredLanguage: null,
  draining: false,
  rooms: [],
  roomsLoaded: false,
  current: null,
  preview: null,
  inviteCode: null,
  panel: null,
  discover: null,
  page: null,
  avatars: {},
  timelines: {},
  outbox: [],
  uploads: {},
  attachments: {},
  fresh: {},
  previews: {},
  entries: {},
  viewer: null,
  typing: {},
  members: {},
  requests: {},
  sendBlocks: {},
  pinned: {},
  votes: {},
  answers: {},
  notice: null,
  drafts: {},
  sessionOver: null,
  retryAt: null,
  suspension: null,
};

export const app = createStore<AppState>(initialState);

export const myId = (): string => app.get().account?.id ?? '';

export const roomOf = (state: AppState, slug: string | null): Room | null =>
  state.rooms.find((room) => room.slug === slug) ?? null;

/** Changes the timeline of a room, if it is loaded. */
export function changeTimeline(slug: string, change: (timeline: Timeline) => Timeline): void {
  app.set((state) => {
    const timeline = state.timelines[slug];
    return timeline ? { timelines: { ...state.timelines, [slug]: change(timeline) } } : {};
  });
}

export function setTimeline(slug: string, timeline: Timeline): void {
  app.set((state) => ({ timelines: { ...state.timelines, [slug]: timeline } }));
}

export function dropTimeline(slug: string): void {
  app.set(({ timelines: { [slug]: _, ...timelines } }) => ({ timelines }));
}

export const notify = (notice: WireError | null): void => app.set({ notice });
