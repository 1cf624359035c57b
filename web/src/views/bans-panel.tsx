import { useEffect, useState } from 'preact/hooks';
import { liftBan, loadBans } from '../state/admin-actions.js';
import { rightsIn } from '../state/rights.js';
import { useText } from '../text/text.js';
import { momentName } from '../text/time.js';
import type { Ban, Room } from '../wire.js';
import { Avatar } from './avatar.js';
import { info, SidePanel } from './side-panel.js';

export function BansPanel({ room }: { room: Room }) {
  const text = useText();
  const [bans, setBans] = useState<Ban[] | null>(null);
  useEffect(() => void loadBans(room.slug).then(setBans), [room.slug]);
  const lift = async (id: string) => {
    if (await liftBan(room.slug, id)) setBans((held) => held?.filter((ban) => ban.account_id !== id) ?? null);
  };
  return (
    <SidePanel title={text.bans} testId="panel-bans" back={info}>
      {bans?.length === 0 && <p class="panel-note">{text.noBans}</p>}
      <ul class="people">
        {bans?.map((ban) => (
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
    </SidePanel>
  );
}
