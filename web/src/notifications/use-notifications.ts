import { useEffect, useRef } from 'preact/hooks';
import { type AppState, app } from '../app/app-state.js';
import type { Texts } from '../app/text/en.js';
import { useText } from '../app/text/text.js';
import { useWritingText, type WritingTexts } from '../composer/writing-text.js';
import { summaryOf } from '../messages/message-summary.js';
import { roomName } from '../rooms/room-name.js';
import { closeNotification, closePushed, showNotification } from './browser-notifications.js';
import { type NotificationCandidate, notificationsBetween } from './notification-diff.js';
import { notificationSettings } from './notification-settings.js';
import { mayNotify } from './tab-visibility.js';

/** Shows notifications while no tab is visible, if they are switched on; closes them when the room is read. */
export function useNotifications(): void {
  const text = useText();
  const words = useWritingText();
  const current = useRef({ text, words });
  current.current = { text, words };
  useEffect(() => {
    let { rooms, roomsLoaded } = app.get();
    return app.subscribe(() => {
      const state = app.get();
      const news = roomsLoaded && state.roomsLoaded ? notificationsBetween(rooms, state.rooms, me(state)) : [];
      if (state.rooms !== rooms && notificationSettings.get().hasPush) void closePushed(state.rooms);
      if (state.rooms !== rooms) for (const { slug, unread } of state.rooms) if (unread === 0) closeNotification(slug);
      ({ rooms, roomsLoaded } = state);
      if (news.length > 0) void showAll(news, current.current);
    });
  }, []);
}

const me = ({ account }: AppState) => ({ id: account?.id ?? '', username: account?.username ?? '' });

async function showAll(
  news: NotificationCandidate[],
  { text, words }: { text: Texts; words: WritingTexts },
): Promise<void> {
  const { isOn, isPrivate, hasSound } = notificationSettings.get();
  if (!isOn || !(await mayNotify())) return;
  for (const one of news) {
    const said = isPrivate ? bareOf(one, words) : wholeOf(one, text, words);
    await showNotification(one.room.slug, { ...said, hasSound });
  }
}

const bareOf = ({ isMention }: NotificationCandidate, words: WritingTexts) => ({
  title: 'Meydan',
  body: isMention ? words.newMention : words.newMessage,
});

function wholeOf({ room, message, isMention }: NotificationCandidate, text: Texts, words: WritingTexts) {
  const name = roomName(room, text);
  const title = isMention ? words.mentionIn(name) : words.newFrom(message?.sender?.username ?? text.someone, name);
  return { title, body: message ? summaryOf(message, text) : words.openToRead };
}
