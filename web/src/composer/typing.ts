/** Typing indicators. Each expires by itself, because its end event may be lost. */
import type { Typing } from '../api-types.js';
import { app, myId } from '../app/app-state.js';

const FADES_AFTER_MS = 5000;

export function applyTyping({ room, account_id, username, on }: Typing): void {
  if (account_id === myId()) return;
  const until = Date.now() + FADES_AFTER_MS;
  app.set((state) => {
    const others = (state.typing[room] ?? []).filter((person) => person.accountId !== account_id);
    const people = on ? [...others, { accountId: account_id, username, until }] : others;
    return { typing: { ...state.typing, [room]: people } };
  });
  if (on) setTimeout(() => fade(room), FADES_AFTER_MS + 50);
}

function fade(room: string): void {
  const now = Date.now();
  const people = app.get().typing[room] ?? [];
  const left = people.filter((person) => person.until > now);
  if (left.length !== people.length) app.set((state) => ({ typing: { ...state.typing, [room]: left } }));
}

/** A person whose message has arrived is no longer typing. */
export function clearTyping(room: string, accountId: string): void {
  const people = app.get().typing[room];
  if (!people?.some((person) => person.accountId === accountId)) return;
  const left = people.filter((person) => person.accountId !== accountId);
  app.set((state) => ({ typing: { ...state.typing, [room]: left } }));
}
