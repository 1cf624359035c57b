import { useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { Switch } from '#page/ui/fields.js';
import { denyToMembers } from './admin-actions.js';
import { generalKeys, sentKinds } from './permission-keys.js';

/** Member permissions. On means allowed; the service stores the denied keys. */
export function PermissionsPanel({ room }: { room: Room }) {
  const text = useText();
  const [denied, setDenied] = useState(room.member_denied);
  const isSame = [...denied].sort().join() === [...room.member_denied].sort().join();
  const one = (key: string, label: string) => (
    <Switch
      key={key}
      label={label}
      testId={`allow-${key}`}
      isOn={!denied.includes(key)}
      onChange={(isOn) => setDenied((held) => (isOn ? held.filter((other) => other !== key) : [...held, key]))}
    />
  );
  const kinds = (prefix: string, title: string) => (
    <details class="panel-more">
      <summary>{title}</summary>
      {sentKinds.map((kind) => one(`${prefix}.${kind}`, text.sentKind[kind] ?? kind))}
    </details>
  );
  return (
    <SidePanel title={text.permissions} testId="panel-permissions" back={info}>
      <p class="panel-note">{text.permissionsHint}</p>
      <div class="panel-group">
        {generalKeys.map((key) => one(key, text.memberKey[key] ?? key))}
        {kinds('send_message', text.kindsInRoom)}
        {kinds('sub_chat.send_message', text.kindsInDiscussions)}
      </div>
      <div class="form-buttons form-sticky">
        <button
          type="button"
          class="button"
          data-testid="permissions-save"
          disabled={isSame}
          onClick={() => denyToMembers(room.slug, denied)}
        >
          {text.saveChanges}
        </button>
      </div>
    </SidePanel>
  );
}
