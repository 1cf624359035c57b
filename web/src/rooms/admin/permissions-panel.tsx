import { useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { Switch } from '#page/ui/fields.js';
import { denyToMembers } from './admin-actions.js';
import { generalKeys, sentKinds } from './permission-keys.js';

/** The keys that were switched here, and whether each is allowed. */
type Draft = Record<string, boolean>;

/** Only the switched keys differ from the room, so that saving keeps what another admin has changed meanwhile. */
const deniedWith = (draft: Draft, held: readonly string[]): string[] => [
  ...held.filter((key) => !(key in draft)),
  ...Object.keys(draft).filter((key) => !draft[key]),
];

/** Member permissions. On means allowed; the service stores the denied keys. */
export function PermissionsPanel({ room }: { room: Room }) {
  const text = useText();
  const [draft, setDraft] = useState<Draft>({});
  const denied = deniedWith(draft, room.member_denied);
  const isSame = [...denied].sort().join() === [...room.member_denied].sort().join();
  const save = async () => {
    if (await denyToMembers(room.slug, denied)) setDraft({});
  };
  const one = (key: string, label: string) => (
    <Switch
      key={key}
      label={label}
      testId={`allow-${key}`}
      isOn={!denied.includes(key)}
      onChange={(isOn) => setDraft((held) => ({ ...held, [key]: isOn }))}
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
          onClick={() => void save()}
        >
          {text.saveChanges}
        </button>
      </div>
    </SidePanel>
  );
}
