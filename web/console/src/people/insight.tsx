import { useState } from 'preact/hooks';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import { RoomLink } from '../actions/links.js';
import { ReasonForm } from '../actions/reason-form.js';
import type { RoomOfAccount, SessionOfAccount } from '../api-types.js';
import { service } from '../net.js';
import { problemOf } from '../state/notice.js';
import { moment } from '../text/text.js';
import { usePeopleText } from './people-text.js';

interface InsightProps {
  account: string;
  /** Changes with every action on the account, which may have ended its sessions. */
  version: number;
}

/** The rooms and the sessions of an account, once the operator has said why. */
export function Insight({ account, version }: InsightProps) {
  const text = usePeopleText();
  const [reason, setReason] = useState<string | null>(null);
  return (
    <section class="card" aria-label={text.insight} data-testid="insight">
      {reason === null ? (
        <>
          <h3>{text.insight}</h3>
          <ReasonForm submit={text.showInsight} onSubmit={setReason} />
        </>
      ) : (
        <InsightLoaded account={account} reason={reason} version={version} />
      )}
    </section>
  );
}

function InsightLoaded({ account: id, reason, version }: InsightProps & { reason: string }) {
  const look = { path: { id }, query: { reason } };
  const query = useQuery(`${version}`, async () => {
    const [{ rooms }, { sessions }] = await Promise.all([
      service('GET /api/console/accounts/{id}/rooms', look),
      service('GET /api/console/accounts/{id}/sessions', look),
    ]);
    return { rooms, sessions };
  });
  return (
    <QueryResult of={query} problemOf={problemOf}>
      {({ rooms, sessions }) => (
        <>
          <Rooms rooms={rooms} />
          <Sessions sessions={sessions} />
        </>
      )}
    </QueryResult>
  );
}

function Rooms({ rooms }: { rooms: RoomOfAccount[] }) {
  const text = usePeopleText();
  return (
    <>
      <h3>
        {text.rooms} <span class="count">{rooms.length}</span>
      </h3>
      {rooms.length === 0 && <p class="note">{text.noRooms}</p>}
      <ul class="plain-lines" data-testid="rooms-of-account">
        {rooms.map(({ id, slug, name, kind, role, joined_at }) => (
          <li key={id}>
            <RoomLink id={id} name={kind === 'dm' ? `${text.directChat} ${slug}` : name || slug} />
            <span class="row-note">
              {kind === 'group' && `${slug} · `}
              {text.roles[role]} · {text.joined(moment(joined_at))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Sessions({ sessions }: { sessions: SessionOfAccount[] }) {
  const text = usePeopleText();
  return (
    <>
      <h3>
        {text.sessions} <span class="count">{sessions.length}</span>
      </h3>
      {sessions.length === 0 && <p class="note">{text.noSessions}</p>}
      <ul class="plain-lines" data-testid="sessions-of-account">
        {sessions.map(({ id, platform, device_model, app_version, created_at, last_used_at }) => (
          <li key={id}>
            {[device_model ?? platform ?? text.unknownDevice, app_version].filter(Boolean).join(' ')}
            <span class="row-note">
              {text.lastUsed(moment(last_used_at))} · {text.loggedIn(moment(created_at))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
