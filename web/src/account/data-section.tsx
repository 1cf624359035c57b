import { useEffect, useState } from 'preact/hooks';
import type { Account, DataExport } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { deleteOwnAccount } from '../login/session-actions.js';
import { startExport, viewExport } from '../members/people-actions.js';

/** Data export and account deletion. */
export function DataSection({ account }: { account: Account }) {
  return (
    <section class="form" data-testid="data">
      <Export />
      <Deletion name={account.username ?? ''} />
    </section>
  );
}

const LOOK_EVERY_MS = 1_000;

function Export() {
  const text = useText();
  const [copy, setCopy] = useState<DataExport | null>(null);
  const urls = copy?.urls ?? [];
  const isRunning = copy !== null && urls.length === 0 && copy.status !== 'failed';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(
      () => void viewExport(copy.id).then((answer) => answer && setCopy(answer.export)),
      LOOK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [isRunning, copy?.id]);
  return (
    <div class="panel-card">
      <h3>{text.exportData}</h3>
      <p class="form-hint">{text.exportHint}</p>
      {copy?.status === 'failed' && <p class="form-error">{text.exportFailed}</p>}
      {urls.map((url, at) => (
        <a key={url} class="button" href={url} download data-testid="export-link">
          {urls.length === 1 ? text.exportReady : text.exportPart(at + 1, urls.length)}
        </a>
      ))}
      {urls.length === 0 && (
        <button
          type="button"
          class="button button-quiet"
          data-testid="export-start"
          disabled={isRunning}
          onClick={() => void startExport().then((answer) => answer && setCopy(answer.export))}
        >
          {isRunning ? text.exportRunning : text.exportStart}
        </button>
      )}
    </div>
  );
}

function Deletion({ name }: { name: string }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  return (
    <div class="panel-card">
      <h3>{text.deleteAccount}</h3>
      <p class="form-hint">{text.deleteHint}</p>
      <input
        class="input"
        data-testid="delete-name"
        aria-label={text.deleteConfirm(name)}
        placeholder={text.deleteConfirm(name)}
        autoComplete="off"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button
        type="button"
        class="button button-danger"
        data-testid="delete-account"
        disabled={typed !== name}
        onClick={() => void deleteOwnAccount()}
      >
        {text.deleteAccount}
      </button>
    </div>
  );
}
