import { useEffect, useRef } from 'preact/hooks';
import { type AppState, app } from '../state/app-state.js';
import { takeDown, tell } from '../state/notices.js';
import { notifyChoice } from '../state/notify-choice.js';
import { mayTell } from '../state/tabs-in-sight.js';
import { type News, newsBetween } from '../state/telling.js';
import type { Texts } from '../text/en.js';
import { roomName } from '../text/room-name.js';
import { summaryOf } from '../text/summary.js';
import { useText } from '../text/text.js';
import { useWritingText, type WritingTexts } from '../text/writing-text.js';

/** Tells of messages while nobody looks, if somebody wished so; what was read is taken down. */
export function useTelling(): void {
  const text = useText();
  const words = useWritingText();
  const current = useRef({ text, words });
  current.current = { text, words };
  useEffect(() => {
    let { rooms, roomsLoaded } = app.get();
    return app.subscribe(() => {
      const state = app.get();
      const news = roomsLoaded && state.roomsLoaded ? newsBetween(rooms, state.rooms, me(state)) : [];
      if (state.rooms !== rooms) for (const { slug, unread } of state.rooms) if (unread === 0) takeDown(slug);
      ({ rooms, roomsLoaded } = state);
      if (news.length > 0) void tellAll(news, current.current);
    });
  }, []);
}

const me = ({ account }: AppState) => ({ id: account?.id ?? '', username: account?.username ?? '' });

async function tellAll(news: News[], { text, words }: { text: Texts; words: WritingTexts }): Promise<void> {
  const { isOn, isPrivate, hasSound } = notifyChoice.get();
  if (!isOn || !(await mayTell())) return;
  for (const one of news) {
    const said = isPrivate ? bareOf(one, words) : wholeOf(one, text, words);
    await tell(one.room.slug, { ...said, hasSound });
  }
}

const bareOf = ({ isMention }: News, words: WritingTexts) => ({
  title: 'Meydan',
  body: isMention ? words.newMention : words.newMessage,
});

function wholeOf({ room, message, isMention }: News, text: Texts, words: WritingTexts) {
  const name = roomName(room, text);
  const title = isMention ? words.mentionIn(name) : words.newFrom(message?.sender?.username ?? text.someone, name);
  return { title, body: message ? summaryOf(message, text) : words.openToRead };
}
