import type { JoinRequest, Room } from '../api-types.js';
import { info, SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { loadRequests, settleRequest } from '../rooms/admin/join-requests.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useHeld } from '../ui/use-loaded.js';
import { Avatar } from './avatar.js';

export function RequestsPanel({ room }: { room: Room }) {
  const text = useText();
  const { slug } = room;
  const held = useApp((state) => state.requests[slug]);
  const loaded = useHeld(`requests ${slug}`, held, () => loadRequests(slug));
  return (
    <SidePanel title={text.requests} testId="panel-requests" back={info}>
      <LoadedPart loaded={loaded}>{(requests) => <Requests slug={slug} requests={requests} />}</LoadedPart>
    </SidePanel>
  );
}

function Requests({ slug, requests }: { slug: string; requests: JoinRequest[] }) {
  const text = useText();
  return (
    <>
      {requests.length === 0 && <p class="panel-note">{text.noRequests}</p>}
      <ul class="people">
        {requests.map(({ account_id, username, requested_at }) => (
          <li key={account_id} class="person" data-testid="request">
            <Avatar name={username} size={36} />
            <span class="person-name">
              {username}
              <small>{momentName(Date.parse(requested_at), text)}</small>
            </span>
            <button
              type="button"
              class="button button-quiet button-small"
              data-testid="request-reject"
              onClick={() => settleRequest(slug, account_id, false)}
            >
              {text.reject}
            </button>
            <button
              type="button"
              class="button button-small"
              data-testid="request-approve"
              onClick={() => settleRequest(slug, account_id, true)}
            >
              {text.approve}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
