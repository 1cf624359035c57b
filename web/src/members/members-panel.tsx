import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Member, Room } from '../api-types.js';
import type { MembersPlace } from '../app/overlays.js';
import { openPanel } from '../app/panel.js';
import { info, SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { addMember } from '../rooms/admin/admin-actions.js';
import { loadMembers } from '../rooms/room-actions.js';
import { Icon } from '../ui/icon.js';
import { ListEnd } from '../ui/list-end.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { type Loaded, useHeld } from '../ui/use-loaded.js';
import { Avatar } from './avatar.js';
import { BotTag } from './bot-tag.js';
import { rightsIn } from './rights.js';

interface MembersPanelProps {
  room: Room;
  place: MembersPlace | undefined;
}

export function MembersPanel({ room, place }: MembersPanelProps) {
  const text = useText();
  const loaded = useMembers(room.slug);
  const [words, setWords] = useState(place?.words ?? '');
  const list = useRef<HTMLUListElement>(null);
  // After the effect of the panel, which takes the focus itself.
  useLayoutEffect(() => {
    if (!place) return;
    list.current?.querySelector<HTMLElement>(`[data-account="${place.accountId}"]`)?.focus({ preventScroll: true });
    list.current?.closest('.panel-body')?.scrollTo({ top: place.top, behavior: 'instant' });
  }, []);
  return (
    <SidePanel title={text.membersTitle} testId="panel-members" back={info}>
      {rightsIn(room).add && <AddMember slug={room.slug} />}
      <input
        class="input"
        type="search"
        data-testid="member-filter"
        aria-label={text.findMember}
        placeholder={text.findMember}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <LoadedPart loaded={loaded}>
        {(members) => <Members list={list} members={members} words={words} place={place} />}
      </LoadedPart>
      {!room.show_members && !rightsIn(room).isAdmin && <p class="panel-note">{text.membersHidden}</p>}
    </SidePanel>
  );
}

/** The member list, loaded if it is not in the state. */
export function useMembers(slug: string): Loaded<Member[]> {
  const held = useApp((state) => state.members[slug]);
  return useHeld(`members ${slug}`, held, () => loadMembers(slug));
}

/** A thousand lines take a second to lay out, so that a long list grows while it is scrolled. */
const LINES_PER_PAGE = 100;

interface MembersProps extends Pick<MembersPanelProps, 'place'> {
  list: RefObject<HTMLUListElement | null>;
  members: Member[];
  words: string;
}

function Members({ list, members, words, place }: MembersProps) {
  const [count, setCount] = useState(place?.count ?? LINES_PER_PAGE);
  const box = () => list.current?.closest('.panel-body');
  const open = (accountId: string) =>
    openPanel({ type: 'member', accountId, place: { accountId, words, count, top: box()?.scrollTop ?? 0 } });
  const found = members.filter(({ username }) => username.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <ul ref={list} class="people" data-testid="member-list">
        {found.slice(0, count).map((member) => (
          <MemberLine key={member.account_id} member={member} onOpen={open} />
        ))}
      </ul>
      {found.length > count && <ListEnd key={count} onSeen={() => setCount(count + LINES_PER_PAGE)} />}
    </>
  );
}

function MemberLine({ member, onOpen }: { member: Member; onOpen: (accountId: string) => void }) {
  return (
    <li>
      <button
        type="button"
        class={member.online ? 'person member-online' : 'person'}
        data-testid="member"
        data-account={member.account_id}
        onClick={() => onOpen(member.account_id)}
      >
        <Avatar name={member.username} photo={member.avatar} size={36} />
        <span class="person-name">
          {member.username}
          <MemberTags member={member} />
        </span>
        <Icon name="next" size={16} />
      </button>
    </li>
  );
}

export function MemberTags({ member }: { member: Member }) {
  const text = useText();
  const isMuted = member.muted_until !== null && member.muted_until > Date.now();
  return (
    <>
      <BotTag of={member} />
      {member.tag && <span class="tag tag-own">{member.tag}</span>}
      {member.role === 'founder' && <span class="tag">{text.founder}</span>}
      {member.role === 'admin' && <span class="tag">{text.admin}</span>}
      {isMuted && <span class="tag tag-muted">{text.mutedTag}</span>}
    </>
  );
}

function AddMember({ slug }: { slug: string }) {
  const text = useText();
  const [username, setUsername] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await addMember(slug, username.trim().replace(/^@/, ''))) setUsername('');
  };
  return (
    <form class="field-row" onSubmit={(event) => void submit(event)}>
      <input
        class="input"
        data-testid="add-member"
        aria-label={text.addMember}
        placeholder={text.addMember}
        autoComplete="off"
        value={username}
        onInput={(event) => setUsername(event.currentTarget.value)}
      />
      <button type="submit" class="button" data-testid="add-member-submit" disabled={!username.trim()}>
        {text.add}
      </button>
    </form>
  );
}
