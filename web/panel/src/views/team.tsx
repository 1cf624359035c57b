import { useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { ConfirmDialog } from '#page/ui/confirm-dialog.js';
import { ChoiceField, LineField } from '#page/ui/workspace/field.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { GivenRole, TeamMember } from '../api-types.js';
import { call } from '../net/api.js';
import { notify, problemOf, withNotice } from '../state/notice.js';
import { reload } from '../state/panel.js';
import { useOrganization, usePanel } from '../state/use-panel.js';
import { day } from '../text/numbers.js';
import { type Texts, useText } from '../text/text.js';
import { SectionHead } from './parts.js';

const givenRoles = ['admin', 'ads', 'viewer'] as const;
const roleOptions = ({ roles }: Texts) => givenRoles.map((value) => ({ value, label: roles[value] }));

/** The members of the organization's team. */
export function TeamView() {
  const text = useText();
  const { organization, mayManage } = useOrganization();
  const team = useQuery(organization.id, () => call('GET /api/panel/members'));
  return (
    <>
      <SectionHead title={text.sections.team} hint={text.teamHint} />
      {mayManage && <AddForm onAdded={team.reload} />}
      <QueryResult of={team}>
        {({ members }) => (
          <ul class="lines" data-testid="team">
            {members.map((member) => (
              <MemberLine key={member.account_id} member={member} onChanged={team.reload} />
            ))}
          </ul>
        )}
      </QueryResult>
    </>
  );
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const text = useText();
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<GivenRole>('ads');
  const [wrong, setWrong] = useState<string | undefined>();
  const { isBusy, alone } = useOneAtATime();
  const send = useKeyedRequest();
  const add = async () => {
    const name = username.trim().replace(/^@/, '');
    try {
      const body = { username: name, role };
      await send(body, (key) => call('POST /api/panel/members', { body, key }));
    } catch (error) {
      const isUnknown = ['not_found', 'validation_failed'].includes(wireOf(error).code);
      return setWrong(isUnknown ? text.noSuchPerson : problemOf(error));
    }
    notify(text.added(name));
    setWrong(undefined);
    setUsername('');
    onAdded();
  };
  return (
    <form
      class="card form"
      data-testid="add-person"
      onSubmit={(event) => {
        event.preventDefault();
        void alone(add);
      }}
    >
      <h2>{text.addPerson}</h2>
      <div class="field-pair">
        <LineField
          label={text.username}
          testId="person-name"
          wrong={wrong}
          max={25}
          value={username}
          onInput={setUsername}
        />
        <ChoiceField
          label={text.role}
          testId="person-role"
          value={role}
          options={roleOptions(text)}
          onChange={(value) => setRole(value as GivenRole)}
        />
      </div>
      <div class="form-buttons">
        <button type="submit" class="button" data-testid="person-add" disabled={!username.trim()} aria-busy={isBusy}>
          {text.add}
        </button>
      </div>
    </form>
  );
}

function MemberLine({ member, onChanged }: { member: TeamMember; onChanged: () => void }) {
  const text = useText();
  const { account } = usePanel();
  const { mayManage } = useOrganization();
  const isMe = member.account_id === account.id;
  const isOwner = member.role === 'owner';
  const name = member.username ?? text.goneAccount;
  const setRole = async (role: GivenRole) => {
    const path = { account_id: member.account_id };
    await withNotice(call('PATCH /api/panel/members/{account_id}', { path, body: { role } }), text.roleChanged);
    onChanged();
    if (isMe) await reload();
  };
  return (
    <li class="line" data-testid={`member-${member.username}`}>
      <div class="line-text">
        <strong>{name}</strong> {isMe && <span class="chip">{text.you}</span>}
        <p class="note">{text.joinedOn(day(member.joined_at))}</p>
      </div>
      {isOwner || !mayManage ? (
        <span class="chip">{text.roles[member.role]}</span>
      ) : (
        <select
          class="input line-choice"
          aria-label={`${text.role}: ${name}`}
          data-testid="member-role"
          value={member.role}
          onChange={(event) => void setRole(event.currentTarget.value as GivenRole)}
        >
          {roleOptions(text).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {!isOwner && (isMe || mayManage) && <Removal member={member} name={name} isMe={isMe} onChanged={onChanged} />}
    </li>
  );
}

interface RemovalProps {
  member: TeamMember;
  name: string;
  isMe: boolean;
  onChanged: () => void;
}

/** Removes a team member, or leaves the team. */
function Removal({ member, name, isMe, onChanged }: RemovalProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const title = isMe ? text.leaveTeam : text.remove;
  const remove = async () => {
    const path = { account_id: member.account_id };
    const done = await withNotice(call('DELETE /api/panel/members/{account_id}', { path }), text.removed);
    if (isMe && done) return reload();
    onChanged();
  };
  return (
    <>
      <button type="button" class="button button-quiet" data-testid="member-remove" onClick={() => setAsking(true)}>
        {title}
        <span class="unseen">: {name}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          question={isMe ? text.leaveQuestion : text.removeQuestion(name)}
          yes={title}
          isDanger
          onYes={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
