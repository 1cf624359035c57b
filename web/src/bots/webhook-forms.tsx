import { useState } from 'preact/hooks';
import type { Bot, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { Choice } from '../ui/fields.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { useKeyedRequest } from '../ui/workspace/request-key.js';
import { TOKEN_NAME_MAX } from './bot-actions.js';
import { useBotsText } from './bots-text.js';
import { type BotChoice, createIncoming, createOutgoing, URL_MAX, type WebhookEvent } from './webhook-actions.js';

interface FormProps {
  slug: string;
  bots: Bot[];
  /** Gets the address or the secret, which is shown once. */
  onMade: (secret: string) => void;
}

interface Submission<T> {
  error: WireError | null;
  isBusy: boolean;
  send: (work: () => Promise<T>) => void;
}

export function useSubmission<T>(onDone: (made: T) => void): Submission<T> {
  const [error, setError] = useState<WireError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (work: () => Promise<T>) => {
    setBusy(true);
    setError(null);
    work()
      .then(onDone, (refused: unknown) => setError(wireOf(refused)))
      .finally(() => setBusy(false));
  };
  return { error, isBusy, send };
}

/** An address at which another service posts into the room. */
export function NewIncoming({ slug, bots, onMade }: FormProps) {
  const words = useBotsText();
  const [name, setName] = useState('');
  const bot = useBotChoice(bots);
  const keyed = useKeyedRequest();
  const { error, isBusy, send } = useSubmission(onMade);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!bot.choice) return;
    const draft = { choice: bot.choice, name: name.trim() };
    send(() => keyed(draft, (key) => createIncoming(slug, draft, key)));
  };
  return (
    <details class="panel-card panel-more" data-testid="incoming-new">
      <summary>{words.newIncoming}</summary>
      <form class="form" onSubmit={submit}>
        <Field label={words.webhookName} testId="incoming-name" max={TOKEN_NAME_MAX} value={name} onChange={setName} />
        <BotFields bots={bots} {...bot} testId="incoming" />
        <FormEnd
          error={error}
          submit={words.createWebhook}
          isReady={!isBusy && bot.choice !== null && name.trim() !== ''}
          testId="incoming-create"
        />
      </form>
    </details>
  );
}

/** Calls to the person's server. */
export function NewOutgoing({ slug, bots, onMade }: FormProps) {
  const words = useBotsText();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>(['message:new', 'member:joined']);
  const bot = useBotChoice(bots);
  const keyed = useKeyedRequest();
  const { error, isBusy, send } = useSubmission(onMade);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!bot.choice) return;
    const draft = { choice: bot.choice, url: url.trim(), events };
    send(() => keyed(draft, (key) => createOutgoing(slug, draft, key)));
  };
  const isReady = !isBusy && bot.choice !== null && url.trim() !== '' && events.length > 0;
  return (
    <details class="panel-card panel-more" data-testid="outgoing-new">
      <summary>{words.newOutgoing}</summary>
      <form class="form" onSubmit={submit}>
        <Field
          label={words.url}
          testId="outgoing-url"
          max={URL_MAX}
          placeholder="https://"
          value={url}
          onChange={setUrl}
        />
        <BotFields bots={bots} {...bot} testId="outgoing" />
        <EventChecks testId="outgoing-event" chosen={events} onChange={setEvents} />
        <FormEnd error={error} submit={words.createWebhook} isReady={isReady} testId="outgoing-create" />
      </form>
    </details>
  );
}

interface ChosenBot {
  /** Null while the form does not say which bot. */
  choice: BotChoice | null;
  /** The id of a bot; empty for a new one. */
  id: string;
  username: string;
  setId: (id: string) => void;
  setUsername: (username: string) => void;
}

function useBotChoice(bots: Bot[]): ChosenBot {
  const [picked, setId] = useState(bots[0]?.id ?? '');
  const [username, setUsername] = useState('');
  const bot = bots.find(({ id }) => id === picked);
  const named = username.trim() === '' ? null : { username: username.trim() };
  return { choice: bot ?? named, id: bot?.id ?? '', username, setId, setUsername };
}

function BotFields({ bots, id, username, setId, setUsername, testId }: ChosenBot & { bots: Bot[]; testId: string }) {
  const words = useBotsText();
  const options = [
    ...bots.map((bot) => ({ value: bot.id, label: bot.username ?? bot.id })),
    { value: '', label: words.newBot },
  ];
  return (
    <>
      {bots.length > 0 && (
        <Choice label={words.asBot} testId={`${testId}-bot`} value={id} options={options} onChange={setId} />
      )}
      {id === '' && (
        <Field label={words.name} testId={`${testId}-bot-name`} max={24} value={username} onChange={setUsername} />
      )}
    </>
  );
}

interface EventChecksProps {
  testId: string;
  chosen: WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}

export function EventChecks({ testId, chosen, onChange }: EventChecksProps) {
  const words = useBotsText();
  const turn = (event: WebhookEvent) =>
    onChange(chosen.includes(event) ? chosen.filter((one) => one !== event) : [...chosen, event]);
  return (
    <fieldset class="event-checks">
      <legend>{words.events}</legend>
      {(Object.entries(words.eventNames) as [WebhookEvent, string][]).map(([event, name]) => (
        <label key={event} class="check">
          <input
            type="checkbox"
            data-testid={testId}
            data-event={event}
            checked={chosen.includes(event)}
            onChange={() => turn(event)}
          />
          {name}
        </label>
      ))}
      {chosen.length === 0 && <p class="bots-hint">{words.eventsNeeded}</p>}
    </fieldset>
  );
}

interface FormEndProps {
  error: WireError | null;
  /** The label of the button. */
  submit: string;
  isReady: boolean;
  testId: string;
}

export function FormEnd({ error, submit, isReady, testId }: FormEndProps) {
  const text = useText();
  const words = useBotsText();
  const said = error && (error.fields?.['url'] ? words.urlProblem : problemsOf(text, error));
  return (
    <>
      <FormError testId="webhook-error">{said}</FormError>
      <button type="submit" class="button" data-testid={testId} disabled={!isReady}>
        {submit}
      </button>
    </>
  );
}
