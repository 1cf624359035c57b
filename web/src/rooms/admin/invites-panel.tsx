import { useState } from 'preact/hooks';
import type { Invite, Room } from '#page/api-types.js';
import { notifyError } from '#page/app/ask.js';
import { hashOfRoute } from '#page/app/route.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { rightsIn } from '#page/members/rights.js';
import { CopyButton } from '#page/ui/copy-button.js';
import { Choice } from '#page/ui/fields.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { cancelInvite, createInvite, loadInvites } from './admin-actions.js';

export function InvitesPanel({ room }: { room: Room }) {
  const text = useText();
  const loaded = useLoaded(`invites ${room.slug}`, () => loadInvites(room.slug));
  const rights = rightsIn(room);
  const cancel = async (code: string) => {
    if (await cancelInvite(room.slug, code)) loaded.again();
  };
  return (
    <SidePanel title={text.invites} testId="panel-invites" back={info}>
      {rights.createInvite && <NewInvite slug={room.slug} onMade={loaded.again} />}
      <LoadedPart loaded={loaded}>
        {(invites) => (
          <>
            {invites.length === 0 && <p class="panel-note">{text.noInvites}</p>}
            <ul class="people">
              {invites.map((invite) => (
                <InviteCard key={invite.code} invite={invite} onCancel={rights.cancelInvite ? cancel : null} />
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </SidePanel>
  );
}

/** The link has this page's own origin, so it works on every address of the service. */
const linkOf = ({ code }: Invite): string => `${location.origin}/${hashOfRoute({ view: 'invite', code })}`;

function InviteCard({ invite, onCancel }: { invite: Invite; onCancel: ((code: string) => void) | null }) {
  const text = useText();
  const { uses, max_uses, expires_at } = invite;
  return (
    <li class="invite" data-testid="invite" data-code={invite.code}>
      <code data-testid="invite-link">{linkOf(invite)}</code>
      <small>
        {text.inviteUses(uses, max_uses)} ·{' '}
        {expires_at === null ? text.neverEnds : text.endsAt(momentName(expires_at, text))}
      </small>
      <div class="field-row">
        <CopyButton label={text.copyLink} value={linkOf(invite)} />
        {onCancel && (
          <button
            type="button"
            class="button button-quiet button-small"
            data-testid="invite-cancel"
            onClick={() => onCancel(invite.code)}
          >
            {text.cancelInvite}
          </button>
        )}
      </div>
    </li>
  );
}

const HOURS = [null, 1, 24, 168];
const USES = [null, 1, 5, 25, 100];

function NewInvite({ slug, onMade }: { slug: string; onMade: () => void }) {
  const text = useText();
  const [hours, setHours] = useState<number | null>(168);
  const [uses, setUses] = useState<number | null>(null);
  const send = useKeyedRequest();
  const submit = async (event: Event) => {
    event.preventDefault();
    const draft = { expires_in_hours: hours, max_uses: uses };
    await send(draft, (key) => createInvite(slug, draft, key)).then(onMade, notifyError);
  };
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  return (
    <form class="form panel-card" onSubmit={(event) => void submit(event)}>
      <div class="field-row">
        <Choice
          label={text.inviteLasts}
          testId="invite-hours"
          value={String(hours ?? '')}
          options={HOURS.map((value) => ({ value: String(value ?? ''), label: text.inviteHours(value) }))}
          onChange={(value) => setHours(numberOf(value))}
        />
        <Choice
          label={text.invitePeople}
          testId="invite-uses"
          value={String(uses ?? '')}
          options={USES.map((value) => ({ value: String(value ?? ''), label: text.inviteMax(value) }))}
          onChange={(value) => setUses(numberOf(value))}
        />
      </div>
      <button type="submit" class="button" data-testid="invite-create">
        {text.createInvite}
      </button>
    </form>
  );
}
