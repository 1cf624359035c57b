import { useEffect } from 'preact/hooks';
import { loadMembers } from '../state/room-actions.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { Avatar } from './avatar.js';
import { Dialog } from './dialog.js';

export function MembersDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const text = useText();
  const members = useApp((state) => state.members[slug]);
  useEffect(() => {
    if (!members) void loadMembers(slug);
  }, [slug, members]);
  return (
    <Dialog title={text.membersTitle} onClose={onClose}>
      <ul class="members" data-testid="member-list">
        {members?.map((member) => (
          <li key={member.account_id} class={member.online ? 'member member-online' : 'member'}>
            <Avatar name={member.username} size={36} />
            <span>{member.username}</span>
            {member.tag && <span class="tag">{member.tag}</span>}
            {member.role === 'founder' && <span class="tag">{text.founder}</span>}
            {member.role === 'admin' && <span class="tag">{text.admin}</span>}
          </li>
        ))}
      </ul>
      <div class="form-buttons">
        <button type="button" class="button button-quiet" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
