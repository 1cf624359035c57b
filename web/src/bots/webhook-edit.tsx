import { useState } from 'preact/hooks';
import type { Webhook } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { Field } from '../ui/form-parts.js';
import { useBotsText } from './bots-text.js';
import { editWebhook, URL_MAX } from './webhook-actions.js';
import { EventChecks, FormEnd, useSubmission } from './webhook-forms.js';

/** Changes where a webhook calls, and of what it tells. */
export function WebhookEdit({ webhook, onChange }: { webhook: Webhook; onChange: () => void }) {
  const text = useText();
  const words = useBotsText();
  const [url, setUrl] = useState(webhook.url);
  const [events, setEvents] = useState(webhook.events);
  const { error, isBusy, send } = useSubmission(onChange);
  const isChanged = url.trim() !== webhook.url || events.join() !== webhook.events.join();
  const submit = (event: Event) => {
    event.preventDefault();
    send(() => editWebhook(webhook.id, { url: url.trim(), events }));
  };
  return (
    <details class="panel-more" data-testid="webhook-edit">
      <summary>{words.edit}</summary>
      <form class="form" onSubmit={submit}>
        <Field label={words.url} testId="edit-url" max={URL_MAX} value={url} onChange={setUrl} />
        <EventChecks testId="edit-event" chosen={events} onChange={setEvents} />
        <FormEnd
          error={error}
          submit={text.saveChanges}
          isReady={!isBusy && isChanged && url.trim() !== '' && events.length > 0}
          testId="edit-save"
        />
      </form>
    </details>
  );
}
