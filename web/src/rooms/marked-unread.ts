/**
 * Rooms that the person marked as unread, in this browser: the read cursor of the service moves forward only. The mark
 * ends when the room is opened again, and the room then opens at the marked row.
 */
import type { Message } from '../api-types.js';
import { app, myId } from '../app/app-state.js';
import { goTo } from '../app/navigate.js';
import { createStore } from '../app/store.js';
import { placeDividerBefore } from '../messages/message-actions.js';

export interface UnreadMark {
  seq: number;
  /** Messages of others from the marked one on. */
  count: number;
}

const MARKS_MAX = 200;
const keyOf = (accountId: string): string => `meydan.unread.${accountId}`;

export const unreadMarks = createStore<{ account: string; marks: Record<string, UnreadMark> }>({
  account: '',
  marks: {},
});

/** Loads the marks of the account, and follows other tabs. */
export function followUnreadMarks(): void {
  const load = () => {
    if (unreadMarks.get().account !== myId()) unreadMarks.set({ account: myId(), marks: stored(myId()) });
  };
  app.subscribe(load);
  addEventListener('storage', ({ key }) => {
    if (myId() !== '' && key === keyOf(myId())) unreadMarks.set({ marks: stored(myId()) });
  });
}

function stored(accountId: string): Record<string, UnreadMark> {
  if (accountId === '') return {};
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}');
    return value && typeof value === 'object' ? (value as Record<string, UnreadMark>) : {};
  } catch {
    // The stored value is no list of marks.
    return {};
  }
}

function keep(marks: Record<string, UnreadMark>): void {
  unreadMarks.set({ marks });
  localStorage.setItem(keyOf(myId()), JSON.stringify(Object.fromEntries(Object.entries(marks).slice(-MARKS_MAX))));
}

/** The room is left, because an open room is read. */
export function markUnreadFrom({ room, seq }: Message): void {
  const rows = app.get().timelines[room]?.messages ?? [];
  const count = rows.filter(
    (row) => row.seq >= seq && row.kind !== 'event' && row.sender?.account_id !== myId(),
  ).length;
  goTo(null);
  keep({ ...unreadMarks.get().marks, [room]: { seq, count: Math.max(1, count) } });
}

/** Ends the mark of a room that is opened; the list then goes to the marked row. */
export function openMarked(room: string): void {
  const { [room]: mark, ...others } = unreadMarks.get().marks;
  if (!mark) return;
  keep(others);
  placeDividerBefore(room, mark.seq);
}

/** The number beside the room: what the service counts, or the mark. */
export const unreadWith = (mark: UnreadMark | undefined, unread: number): number => Math.max(mark?.count ?? 0, unread);
