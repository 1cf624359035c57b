import { useEffect, useState } from 'preact/hooks';
import { closeSession, loadSessions } from '../state/people-actions.js';
import { useText } from '../text/text.js';
import { momentName } from '../text/time.js';
import type { LoginSession } from '../wire.js';

/** Where one is logged in, and the way out of there. */
export function SessionsPart() {
  const text = useText();
  const [sessions, setSessions] = useState<LoginSession[] | null>(null);
  const reload = () => void loadSessions().then(setSessions);
  useEffect(reload, []);
  return (
    <ul class="lines" data-testid="sessions">
      {sessions?.map((session) => (
        <li key={session.id} class="line" data-testid="session" data-current={session.current}>
          <span>
            {session.device_model ?? session.platform ?? text.unknownDevice}
            {session.app_version && <small> {session.app_version}</small>}
            <small>{text.lastUsed(momentName(session.last_used_at, text))}</small>
          </span>
          {session.current ? (
            <span class="tag">{text.thisDevice}</span>
          ) : (
            <button
              type="button"
              class="button button-quiet"
              data-testid="session-close"
              onClick={() => void closeSession(session.id).then(reload)}
            >
              {text.logOutThere}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
