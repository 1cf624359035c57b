import { useState } from 'preact/hooks';
import type { LoginSession, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { closeOtherSessions, closeSession, loadSessions } from '../members/people-actions.js';
import { confirmed } from '../ui/confirm.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { nameDevice, ownDeviceName } from './device-name.js';
import { useSettingsText } from './settings-text.js';

/** The devices that are logged in. */
export function SessionsSection() {
  const loaded = useLoaded('sessions', loadSessions);
  return (
    <section class="form">
      <LoadedPart loaded={loaded}>
        {({ sessions }) => (
          <>
            <DeviceName onNamed={loaded.again} />
            <ul class="lines" data-testid="sessions">
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} onClosed={loaded.again} />
              ))}
            </ul>
            <CloseOthers others={sessions.filter(({ current }) => !current)} onClosed={loaded.again} />
          </>
        )}
      </LoadedPart>
    </section>
  );
}

function DeviceName({ onNamed }: { onNamed: () => void }) {
  const text = useSettingsText();
  const page = useText();
  const [name, setName] = useState(ownDeviceName);
  const [saved, setSaved] = useState(name);
  const [error, setError] = useState<WireError | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await nameDevice(name);
      setError(null);
      setName(ownDeviceName());
      setSaved(ownDeviceName());
      onNamed();
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <div class="field-row field-row-end">
        <Field label={text.deviceName} testId="device-name" max={64} value={name} onChange={setName} />
        <button type="submit" class="button" data-testid="device-name-save" disabled={name === saved}>
          {page.saveChanges}
        </button>
      </div>
      <p class="form-hint">{text.deviceNameHint}</p>
      <FormError>{error && sentenceOf(page, error)}</FormError>
    </form>
  );
}

function SessionLine({ session, onClosed }: { session: LoginSession; onClosed: () => void }) {
  const text = useSettingsText();
  const page = useText();
  const { device_model, platform, app_version, created_at, last_used_at, current } = session;
  const word = platform === null ? page.unknownDevice : (text.deviceWord[platform] ?? platform);
  return (
    <li class="line" data-testid="session" data-current={current}>
      <span>
        {device_model ?? word}
        <small>{[...(device_model ? [word] : []), ...(app_version ? [app_version] : [])].join(' ')}</small>
        <small>
          {page.lastUsed(momentName(last_used_at, page))} · {text.loggedIn(momentName(Date.parse(created_at), page))}
        </small>
      </span>
      {current ? (
        <span class="tag">{page.thisDevice}</span>
      ) : (
        <button
          type="button"
          class="button button-quiet"
          aria-label={`${page.logOutThere}: ${device_model ?? word}`}
          data-testid="session-close"
          onClick={() => void closeSession(session.id).then(onClosed)}
        >
          {page.logOutThere}
        </button>
      )}
    </li>
  );
}

function CloseOthers({ others, onClosed }: { others: LoginSession[]; onClosed: () => void }) {
  const text = useSettingsText();
  if (others.length === 0) return null;
  const close = async () => {
    if (!(await confirmed(text.closeOthersQuestion(others.length), text.closeOthers))) return;
    await closeOtherSessions(others);
    onClosed();
  };
  return (
    <button type="button" class="button button-danger" data-testid="sessions-close-others" onClick={() => void close()}>
      {text.closeOthers}
    </button>
  );
}
