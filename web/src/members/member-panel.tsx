import { useState } from 'preact/hooks';
import type { Member, Room } from '../api-types.js';
import type { MembersPlace } from '../app/overlays.js';
import { openPage } from '../app/page.js';
import { openPanel } from '../app/panel.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { handOver, muteMember, removeMember, setRole, tagMember, unmuteMember } from '../rooms/admin/admin-actions.js';
import { confirmed } from '../ui/confirm.js';
import { Choice } from '../ui/fields.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { Avatar } from './avatar.js';
import { GrantsForm } from './grants-form.js';
import { MemberTags, useMembers } from './members-panel.js';
import { PermissionExplainer } from './permission-explainer.js';
import { mayModerate, rightsIn } from './rights.js';

interface MemberProps {
  room: Room;
  member: Member;
}

interface MemberPanelProps {
  room: Room;
  accountId: string;
  place: MembersPlace | undefined;
}

/** One member, with the actions that the person's role allows. */
export function MemberPanel({ room, accountId, place }: MemberPanelProps) {
  const text = useText();
  const loaded = useMembers(room.slug);
  const member = loaded.value?.find(({ account_id }) => account_id === accountId);
  return (
    <SidePanel title={member?.username ?? text.membersTitle} testId="panel-member" back={{ type: 'members', place }}>
      <LoadedPart loaded={loaded}>
        {() => (member ? <MemberParts room={room} member={member} /> : <p class="panel-note">{text.memberGone}</p>)}
      </LoadedPart>
    </SidePanel>
  );
}

function MemberParts({ room, member }: MemberProps) {
  const text = useText();
  const me = useApp((state) => state.account?.id ?? '');
  const rights = rightsIn(room);
  return (
    <>
      <div class="info-head">
        <Avatar name={member.username} photo={member.avatar} size={72} />
        <h3>{member.username}</h3>
        <p>
          <MemberTags member={member} />
        </p>
        <button
          type="button"
          class="button button-quiet"
          data-testid="member-card"
          onClick={() => openPage({ type: 'person', username: member.username })}
        >
          {text.profile}
        </button>
      </div>
      {rights.tag && <TagForm key={member.account_id} room={room} member={member} />}
      {mayModerate(room, member, me) && <Order room={room} member={member} />}
      {rights.isFounder && member.role !== 'founder' && <Roles room={room} member={member} />}
      {rights.grant && member.role === 'admin' && member.account_id !== me && (
        <GrantsForm key={member.account_id} room={room} member={member} />
      )}
      {rights.isAdmin && <PermissionExplainer key={member.account_id} room={room} member={member} />}
    </>
  );
}

function TagForm({ room, member }: MemberProps) {
  const text = useText();
  const [tag, setTag] = useState(member.tag ?? '');
  const submit = (event: Event) => {
    event.preventDefault();
    void tagMember(room.slug, member.account_id, tag);
  };
  return (
    <form class="panel-group" onSubmit={submit}>
      <h3 class="panel-section">{text.tag}</h3>
      <div class="field-row">
        <input
          class="input"
          data-testid="member-tag"
          aria-label={text.tag}
          maxLength={32}
          placeholder={text.tagHint}
          value={tag}
          onInput={(event) => setTag(event.currentTarget.value)}
        />
        <button type="submit" class="button" data-testid="member-tag-save" disabled={tag === (member.tag ?? '')}>
          {text.saveChanges}
        </button>
      </div>
    </form>
  );
}

const MINUTES = [10, 60, 1440, 10_080, 43_200];

function Order({ room, member }: MemberProps) {
  const text = useText();
  const [minutes, setMinutes] = useState(60);
  const { account_id, muted_until } = member;
  const isMuted = muted_until !== null && muted_until > Date.now();
  return (
    <section class="panel-group">
      <h3 class="panel-section">{text.order}</h3>
      {isMuted ? (
        <div class="field-row field-row-spread">
          <span>{text.mutedUntil(momentName(muted_until, text))}</span>
          <button
            type="button"
            class="button button-quiet"
            data-testid="member-unmute"
            onClick={() => unmuteMember(room.slug, account_id)}
          >
            {text.unmute}
          </button>
        </div>
      ) : (
        <div class="field-row field-row-end">
          <Choice
            label={text.muteFor}
            testId="mute-minutes"
            value={String(minutes)}
            options={MINUTES.map((value) => ({ value: String(value), label: text.minutes(value) }))}
            onChange={(value) => setMinutes(Number(value))}
          />
          <button
            type="button"
            class="button button-quiet"
            data-testid="member-mute"
            onClick={() => muteMember(room.slug, account_id, minutes)}
          >
            {text.mute}
          </button>
        </div>
      )}
      <PutOut room={room} member={member} />
    </section>
  );
}

function PutOut({ room, member }: MemberProps) {
  const text = useText();
  const [reason, setReason] = useState('');
  const out = async (ban: { reason: string } | null) => {
    if (await removeMember(room.slug, member.account_id, ban)) openPanel({ type: 'members' });
  };
  const kick = async () => {
    if (await confirmed(text.kickQuestion(member.username), text.kick)) await out(null);
  };
  const ban = async () => {
    if (await confirmed(text.banQuestion(member.username), text.ban)) await out({ reason });
  };
  return (
    <>
      <input
        class="input"
        data-testid="ban-reason"
        aria-label={text.banReason}
        maxLength={200}
        placeholder={text.banReason}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <div class="field-row">
        <button type="button" class="button button-quiet" data-testid="member-kick" onClick={() => void kick()}>
          {text.kick}
        </button>
        <button type="button" class="button button-danger" data-testid="member-ban" onClick={() => void ban()}>
          {text.ban}
        </button>
      </div>
    </>
  );
}

function Roles({ room, member }: MemberProps) {
  const text = useText();
  const { account_id, username, role } = member;
  const give = async () => {
    if (await confirmed(text.handOverQuestion(username), text.handOver)) await handOver(room.slug, account_id);
  };
  const next = role === 'admin' ? 'member' : 'admin';
  return (
    <section class="panel-group">
      <h3 class="panel-section">{text.role}</h3>
      <div class="field-row field-row-wrap">
        <button
          type="button"
          class="button button-quiet"
          data-testid={`make-${next}`}
          onClick={() => setRole(room.slug, account_id, next)}
        >
          {next === 'admin' ? text.promote : text.demote}
        </button>
        <button type="button" class="button button-quiet" data-testid="hand-over" onClick={() => void give()}>
          {text.handOver}
        </button>
      </div>
    </section>
  );
}
