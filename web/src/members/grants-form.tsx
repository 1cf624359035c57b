import { useState } from 'preact/hooks';
import type { Member, Room } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { grantTo } from '../rooms/admin/admin-actions.js';
import { adminKeys } from '../rooms/admin/permission-keys.js';
import { Switch } from '../ui/fields.js';
import { rightsIn } from './rights.js';

/** Only the switched keys differ from the member, so that saving keeps what another admin has changed meanwhile. */
const grantedWith = (draft: Record<string, boolean>, held: readonly string[]): string[] => [
  ...held.filter((key) => !(key in draft)),
  ...Object.keys(draft).filter((key) => draft[key]),
];

/** The admin permissions of one admin. */
export function GrantsForm({ room, member }: { room: Room; member: Member }) {
  const text = useText();
  const [draft, setDraft] = useState<Record<string, boolean>>({});
  const isFounder = rightsIn(room).isFounder;
  const offered = adminKeys.filter((key) => isFounder || key !== 'group.can_ban_administrators');
  const granted = grantedWith(draft, member.granted);
  const isSame = [...granted].sort().join() === [...member.granted].sort().join();
  const save = async () => {
    if (await grantTo(room.slug, member.account_id, granted)) setDraft({});
  };
  return (
    <section class="panel-group">
      <h3 class="panel-section">{text.grants}</h3>
      {offered.map((key) => (
        <Switch
          key={key}
          label={text.adminKey[key] ?? key}
          testId={`grant-${key}`}
          isOn={granted.includes(key)}
          onChange={(isOn) => setDraft((held) => ({ ...held, [key]: isOn }))}
        />
      ))}
      <button type="button" class="button" data-testid="grants-save" disabled={isSame} onClick={() => void save()}>
        {text.saveChanges}
      </button>
    </section>
  );
}
