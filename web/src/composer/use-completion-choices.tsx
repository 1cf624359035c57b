import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { myId } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { language } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Avatar } from '../members/avatar.js';
import { rightsIn } from '../members/rights.js';
import { loadMembers } from '../rooms/room-actions.js';
import { foldName, matching } from './completion.js';
import type { Choice } from './completion-list.js';
import { type Emoji, findEmoji } from './emoji/emoji.js';
import { loadEmoji } from './emoji/emoji-table.js';
import { findMembers } from './find-members.js';
import { useWritingText } from './writing-text.js';

/** Up to this size the page loads the whole member list. */
const FEW = 200;
const PAUSE_MS = 150;
const EMOJI_OFFERED = 8;

const nobody: string[] = [];
const silence: Message[] = [];

/** Members whose names match the word; null disables the query. */
export function useNameChoices(room: Room, word: string | null): Choice[] {
  const text = useWritingText();
  const isSmall = (room.member_count ?? FEW + 1) <= FEW;
  const held = useHeldNames(room.slug, isSmall && word !== null);
  const found = useFoundNames(room.slug, isSmall ? null : word);
  const speakers = useSpeakers(room.slug, !isSmall && word !== null);
  if (word === null) return [];
  const names = matching(isSmall ? held : [...speakers, ...found], word);
  const choices: Choice[] = names.map((name) => ({
    key: name,
    insert: `@${name}`,
    label: name,
    face: <Avatar name={name} size={26} />,
  }));
  const isForAll = rightsIn(room).isAdmin && 'all'.startsWith(foldName(word));
  const all = { key: '@all', insert: '@all', label: 'all', hint: text.everybody, face: <Avatar name="@" size={26} /> };
  return isForAll ? [...choices, all] : choices;
}

function useHeldNames(slug: string, isWanted: boolean): string[] {
  const members = useApp((state) => state.members[slug]);
  useEffect(() => {
    if (isWanted && !members) loadMembers(slug).catch(notifyError);
  }, [slug, isWanted, members]);
  return useMemo(
    () => members?.filter((member) => member.account_id !== myId()).map((member) => member.username) ?? nobody,
    [members],
  );
}

/** Recent senders, newest first: in a large room they are mentioned more often than others. */
function useSpeakers(slug: string, isWanted: boolean): string[] {
  const rows = useApp((state) => (isWanted ? (state.timelines[slug]?.messages ?? silence) : silence));
  return useMemo(() => {
    const others = rows.filter(({ sender }) => sender && sender.account_id !== null && sender.account_id !== myId());
    return [...new Set(others.map(({ sender }) => sender?.username ?? '').reverse())].slice(0, FEW);
  }, [rows]);
}

/** Searches the service, debounced. If the request fails, recent senders are still suggested. */
function useFoundNames(slug: string, word: string | null): string[] {
  const [found, setFound] = useState(nobody);
  useEffect(() => {
    if (!word) return setFound(nobody);
    let isOld = false;
    const take = (names: string[]) => !isOld && setFound(names);
    const timer = setTimeout(() => {
      void findMembers(slug, word)
        .catch(() => nobody)
        .then(take);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [slug, word]);
  return found;
}

/** Emoji whose names match the word; null disables the query. */
export function useEmojiChoices(word: string | null): Choice[] {
  const [all, setAll] = useState<Emoji[]>([]);
  const isWanted = word !== null;
  useEffect(() => {
    // Without the emoji table there are no suggestions.
    if (isWanted) loadEmoji().then(setAll, () => setAll([]));
  }, [isWanted]);
  if (word === null) return [];
  return findEmoji(all, word, EMOJI_OFFERED).map(({ face, names }) => ({
    key: face,
    insert: face,
    label: names[language()],
    face: <span class="emoji-face">{face}</span>,
  }));
}
