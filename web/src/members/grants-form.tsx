import { useState } from 'preact/hooks';
import type { Member, Room } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { grantTo } from '../rooms/admin/admin-actions.js';
import { adminKeys } from '../rooms/admin/permission-keys.js';
import { Switch } from '../ui/fields.js';
import { rightsIn } from './rights.js';

/** The admin permissions of one admin. */
export function GrantsForm({ room, member }: { room: Room; member: Member }) {
  const text = useText();
  const [granted, setGranted] = useState(member.granted);
  const isFounder = rightsIn(room).isFounder;
  const offered = adminKeys.filter((key) => isFounder || key !== 'group.can_ban_administrators');
  const toggle = (key: string, isOn: boolean) =>
    setGranted((held) => (isOn ? [...held, key] : held.filter((other) => other !== key)));
  const isSame = [...granted].sort().join() === [...member.granted].sort().join();
  return (
    <section class="panel-group">
      <h3 class="panel-section">{text.grants}</h3>
      {offered.map((key) => (
        <Switch
          key={key}
          label={text.adminKey[key] ?? key}
          testId={`grant-${key}`}
          isOn={granted.includes(key)}
          onChange={(isOn) => toggle(key, isOn)}
        />
      ))}
      <button
        type="button"
        class="button"
        data-testid="grants-save"
        disabled={isSame}
        onClick={() => grantTo(room.slug, member.account_id, granted)}
      >
        {text.saveChanges}
      </button>
    </section>
  );
}
