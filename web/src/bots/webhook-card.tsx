import { useEffect, useState } from 'preact/hooks';
import type { Bot, Delivery, Webhook } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { confirmed } from '../ui/confirm.js';
import { Switch } from '../ui/fields.js';
import { useBotsText } from './bots-text.js';
import { changeWebhook, deleteWebhook, rotateSecret, testWebhook } from './webhook-actions.js';
import { Deliveries, Outcome } from './webhook-deliveries.js';
import { WebhookEdit } from './webhook-edit.js';

interface CardProps {
  webhook: Webhook;
  bot: Bot | null;
  onChange: () => void;
  onSecret: (secret: string) => void;
}

/** One outgoing webhook: whether it sends, what came of the last calls, and what can be done. */
export function WebhookCard({ webhook, bot, onChange, onSecret }: CardProps) {
  const words = useBotsText();
  const { id, url, enabled, events } = webhook;
  // The switch does not jump back while the service answers.
  const [isOn, setOn] = useState(enabled);
  useEffect(() => setOn(enabled), [enabled]);
  const turn = async (on: boolean) => {
    setOn(on);
    if (await changeWebhook(id, { enabled: on })) onChange();
    else setOn(enabled);
  };
  return (
    <article class="invite" aria-label={url} data-testid="webhook" data-enabled={enabled}>
      <code class="webhook-url">{url}</code>
      <p class="bots-hint">
        {bot?.username} · {events.map((event) => words.eventNames[event]).join(', ')}
      </p>
      <Switch label={words.isOn} testId="webhook-on" isOn={isOn} onChange={(on) => void turn(on)} />
      <State webhook={webhook} />
      <Actions webhook={webhook} onChange={onChange} onSecret={onSecret} />
      <WebhookEdit key={`${url} ${events.join()}`} webhook={webhook} onChange={onChange} />
      <Deliveries id={id} />
    </article>
  );
}

/** Why it sends nothing, or that a call waits to be repeated. */
function State({ webhook }: { webhook: Webhook }) {
  const text = useText();
  const words = useBotsText();
  const { enabled, disabled_reason: reason, failures, next_attempt_at: next } = webhook;
  if (!enabled) return <p class="form-error">{words.ended[reason ?? 'owner'] ?? reason}</p>;
  if (failures === 0) return null;
  return <p class="form-error">{words.failing(failures, momentName(next ?? Date.now(), text))}</p>;
}

function Actions({ webhook, onChange, onSecret }: Omit<CardProps, 'bot'>) {
  const words = useBotsText();
  const { id, url, enabled, failures } = webhook;
  const [tried, setTried] = useState<Delivery | null>(null);
  const skip = async () => {
    if (await changeWebhook(id, { skip: true })) onChange();
  };
  const rotate = async () => {
    if (!(await confirmed(words.rotateQuestion, words.rotate, { isDanger: false }))) return;
    const secret = await rotateSecret(id);
    if (secret !== null) onSecret(secret);
  };
  const remove = async () => {
    if (!(await confirmed(words.deleteWebhookQuestion(url), words.deleteWebhook))) return;
    if (await deleteWebhook(id)) onChange();
  };
  const button = (name: string, label: string, act: () => Promise<unknown>) => (
    <button
      type="button"
      class="button button-quiet button-small"
      data-testid={`webhook-${name}`}
      onClick={() => void act()}
    >
      {label}
    </button>
  );
  return (
    <>
      <div class="webhook-buttons">
        {button('test', words.test, async () => setTried(await testWebhook(id)))}
        {(failures > 0 || !enabled) && button('skip', words.skip, skip)}
        {button('rotate', words.rotate, rotate)}
        {button('delete', words.deleteWebhook, remove)}
      </div>
      <p class="bots-hint" role="status" data-testid="webhook-tried">
        {tried && <Outcome delivery={tried} />}
      </p>
    </>
  );
}
