import { useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { Explanation, Member, Permission, Room } from '../api-types.js';
import type { Texts } from '../app/text/en.js';
import { useText } from '../app/text/text.js';
import { explainPermission } from '../rooms/admin/admin-actions.js';
import { adminKeys, generalKeys, sentKinds } from '../rooms/admin/permission-keys.js';
import { Choice } from '../ui/fields.js';

/** Explains whether a member has a permission, now or at an earlier log entry, and which entry decided it. */
export function PermissionExplainer({ room, member }: { room: Room; member: Member }) {
  const text = useSettingsText();
  const page = useText();
  const [permission, setPermission] = useState<Permission>('send_message');
  const [at, setAt] = useState('');
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    setAnswer(await explainPermission(room.slug, { account: member.account_id, permission, at }));
  };
  return (
    <details class="panel-more" data-testid="why">
      <summary>{text.why}</summary>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Choice
          label={text.whyPermission}
          testId="why-permission"
          value={permission}
          options={permissionsIn(page)}
          onChange={setPermission}
        />
        <label class="field">
          <span>{text.whyAt}</span>
          <input
            class="input"
            type="number"
            min={1}
            data-testid="why-at"
            value={at}
            onInput={(event) => setAt(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-quiet" data-testid="why-ask">
          {text.whyAsk}
        </button>
        <div role="status">{answer && <Answer answer={answer} />}</div>
      </form>
    </details>
  );
}

function Answer({ answer: { allowed, reason, decided_by } }: { answer: Explanation }) {
  const text = useSettingsText();
  return (
    <p data-testid="why-answer" data-allowed={allowed} data-reason={reason}>
      <strong>{allowed ? text.allowed : text.refused}</strong> {text.whyReason[reason] ?? reason}{' '}
      {decided_by ? text.decidedBy(String(decided_by.seq)) : text.decidedByRules}
    </p>
  );
}

/** Member permissions first, then admin permissions; a key that is both is listed once. */
function permissionsIn(page: Texts): { value: Permission; label: string }[] {
  const kinds = (prefix: 'send_message' | 'sub_chat.send_message', title: string) =>
    sentKinds.map((kind) => ({
      value: `${prefix}.${kind}` as const,
      label: `${title}: ${page.sentKind[kind] ?? kind}`,
    }));
  return [
    ...generalKeys.map((value) => ({ value, label: page.memberKey[value] ?? value })),
    ...kinds('send_message', page.kindsInRoom),
    ...kinds('sub_chat.send_message', page.kindsInDiscussions),
    ...adminKeys
      .filter((key) => !generalKeys.includes(key))
      .map((value) => ({ value, label: page.adminKey[value] ?? value })),
  ];
}
