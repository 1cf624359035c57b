import { useEffect, useState } from 'preact/hooks';
import type { ProfileCard } from '../api-types.js';
import { notifyError } from '../app/ask.js';
import { goTo } from '../app/navigate.js';
import { closePage } from '../app/page.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Report } from '../messages/report-dialog.js';
import { confirmed } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { Avatar } from './avatar.js';
import { BotTag } from './bot-tag.js';
import { loadBlocks, loadCard, openDm, setBlock, setFollow } from './people-actions.js';
import { PeopleSection } from './people-section.js';
import { usernameOf } from './username.js';

/** The profile card of a person: facts, common rooms and actions. */
export function PersonPage({ username }: { username: string }) {
  const text = useText();
  const me = useApp((state) => state.account?.id);
  const [card, setCard] = useState<ProfileCard | null>(null);
  const [list, setList] = useState<'followers' | 'following' | null>(null);
  const show = (wanted: 'followers' | 'following') => setList(wanted === list ? null : wanted);
  useEffect(() => void loadCard(username).then((found) => (found ? setCard(found) : closePage())), [username]);
  if (!card) return null;
  const { user } = card;
  const name = usernameOf(user);
  return (
    <Dialog title={name} onClose={closePage}>
      <div class="info-head" data-testid="person-card">
        <Avatar name={name} photo={user.avatar} size={120} />
        <h3>
          {user.username} <BotTag of={user} />
          {user.follows_me && <span class="tag">{text.followsYou}</span>}
        </h3>
        <p data-testid="person-follows">
          <button type="button" class="link" aria-expanded={list === 'followers'} onClick={() => show('followers')}>
            {text.followersCount(user.follows.followers)}
          </button>{' '}
          ·{' '}
          <button type="button" class="link" aria-expanded={list === 'following'} onClick={() => show('following')}>
            {text.followingCount(user.follows.following)}
          </button>
        </p>
        {user.bio && <p>{user.bio}</p>}
      </div>
      {user.id !== me && <Actions card={card} onCard={(next) => next && setCard(next)} />}
      {list && <PeopleSection key={list} username={name} first={list} />}
      <CommonRooms card={card} />
      {user.id !== me && <Report kind="account" id={user.id} />}
    </Dialog>
  );
}

function Actions({ card, onCard }: { card: ProfileCard; onCard: (card: ProfileCard | null) => void }) {
  const text = useText();
  const { user, dm } = card;
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    loadBlocks()
      .then(({ people }) => setBlocked(people.some(({ id }) => id === user.id)))
      .catch(notifyError);
  }, [user.id]);
  const block = async () => {
    if (!isBlocked && !(await confirmed(text.blockQuestion(usernameOf(user)), text.block))) return;
    if (!(await setBlock(user.id, !isBlocked))) return;
    setBlocked(!isBlocked);
    onCard(await loadCard(usernameOf(user)));
  };
  const price = user.dm_policy === 'paid' && !dm ? user.dm_star_cost : 0;
  const isClosed = user.dm_policy === 'closed' && !dm;
  return (
    <>
      <div class="field-row person-actions">
        <button
          type="button"
          class="button"
          data-testid="person-write"
          disabled={isClosed}
          onClick={() => void openDm(usernameOf(user))}
        >
          {price > 0 ? text.writeFor(price) : text.writeTo}
        </button>
        <button
          type="button"
          class="button button-quiet"
          data-testid="person-follow"
          aria-pressed={user.following}
          onClick={() => void setFollow(usernameOf(user), !user.following).then(onCard)}
        >
          {user.following ? text.unfollow : text.follow}
        </button>
        <button type="button" class="button button-quiet" data-testid="person-block" onClick={() => void block()}>
          {isBlocked ? text.unblock : text.block}
        </button>
      </div>
      {isClosed && <p class="form-hint">{text.dmClosed}</p>}
    </>
  );
}

function CommonRooms({ card }: { card: ProfileCard }) {
  const text = useText();
  if (card.common_rooms.length === 0) return null;
  return (
    <section class="panel-list">
      <h3 class="panel-section">{text.commonRooms}</h3>
      {card.common_rooms.map((room) => (
        <button
          key={room.slug}
          type="button"
          class="panel-way"
          data-testid="common-room"
          onClick={() => {
            closePage();
            goTo(room.slug);
          }}
        >
          <Avatar name={room.name} photo={room.avatar} size={28} square />
          <span>{room.name}</span>
        </button>
      ))}
    </section>
  );
}
