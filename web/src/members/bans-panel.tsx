import { useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { Room } from '../api-types.js';
import { info, SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { banByName, liftBan, loadBans } from '../rooms/admin/admin-actions.js';
import { confirmed } from '../ui/confirm.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { Avatar } from './avatar.js';
import { rightsIn } from './rights.js';

export function BansPanel({ room }: { room: Room }) {
  const text = useText();
  const loaded = useLoaded(`bans ${room.slug}`, () => loadBans(room.slug));
  const lift = async (id: string) => {
    if (await liftBan(room.slug, id)) loaded.again();
  };
  return (
    <SidePanel title={text.bans} testId="panel-bans" back={info}>
      {rightsIn(room).moderate && <BanByName slug={room.slug} onBanned={loaded.again} />}
      <LoadedPart loaded={loaded}>
        {(bans) => (
          <>
            {bans.length === 0 && <p class="panel-note">{text.noBans}</p>}
            <ul class="people">
              {bans.map((ban) => (
                <li key={ban.account_id} class="person" data-testid="ban">
                  <Avatar name={ban.username ?? '?'} size={36} />
                  <span class="person-name">
                    {ban.username ?? text.someone}
                    <small>
                      {ban.reason && `${ban.reason} · `}
                      {text.bannedBy(ban.banned_by, momentName(Date.parse(ban.banned_at), text))}
                    </small>
                  </span>
                  {rightsIn(room).moderate && (
                    <button
                      type="button"
                      class="button button-quiet button-small"
                      data-testid="ban-lift"
                      onClick={() => lift(ban.account_id)}
                    >
                      {text.lift}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </SidePanel>
  );
}

function BanByName({ slug, onBanned }: { slug: string; onBanned: () => void }) {
  const text = useText();
  const words = useSettingsText();
  const [name, setName] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const username = name.trim().replace(/^@/, '');
    if (!(await confirmed(text.banQuestion(username), text.ban)) || !(await banByName(slug, username))) return;
    setName('');
    onBanned();
  };
  return (
    <form class="field-row" onSubmit={(event) => void submit(event)}>
      <input
        class="input"
        data-testid="ban-name"
        aria-label={words.banByName}
        placeholder={text.findPerson}
        autoComplete="off"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="button" data-testid="ban-name-submit" disabled={!name.trim()}>
        {text.ban}
      </button>
    </form>
  );
}
