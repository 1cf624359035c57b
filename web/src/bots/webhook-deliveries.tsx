import { useEffect, useState } from 'preact/hooks';
import type { Delivery } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useBotsText } from './bots-text.js';
import { loadDeliveries, type WebhookEvent } from './webhook-actions.js';

const REFRESH_INTERVAL_MS = 3_000;
/** Longer than a person looks at an open list; the button goes on. */
const REFRESHES_MAX = 200;

export function Outcome({ delivery: { event, status, error, duration_ms: ms } }: { delivery: Delivery }) {
  const words = useBotsText();
  const said = status === null ? words.unanswered(error ?? '') : words.answered(status, ms);
  return (
    <>
      {event === 'webhook:test' ? words.testEvent : (words.eventNames[event as WebhookEvent] ?? event)}: {said}
    </>
  );
}

export function Deliveries({ id }: { id: string }) {
  const words = useBotsText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel-more" data-testid="deliveries" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.deliveries}</summary>
      {isOpen && <DeliveryList id={id} />}
    </details>
  );
}

/** The service sends no event about an attempt, so the list is read again while it is open and the tab is visible. */
function DeliveryList({ id }: { id: string }) {
  const text = useText();
  const words = useBotsText();
  const loaded = useLoaded(`deliveries of ${id}`, () => loadDeliveries(id));
  const refresh = useRefreshes(loaded.again, loaded.error !== null);
  return (
    <>
      <button type="button" class="button button-quiet button-small" data-testid="deliveries-refresh" onClick={refresh}>
        {words.refresh}
      </button>
      <LoadedPart loaded={loaded}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 && <p class="bots-hint">{words.noDeliveries}</p>}
            <ol class="deliveries">
              {deliveries.map((delivery) => (
                <li key={`${delivery.id} ${delivery.attempt}`} data-testid="delivery">
                  <Outcome delivery={delivery} />
                  <small>
                    {momentName(delivery.at, text)} · {words.attempt(delivery.attempt)}
                  </small>
                </li>
              ))}
            </ol>
          </>
        )}
      </LoadedPart>
    </>
  );
}

/**
 * Calls `refresh` at intervals, and when the tab comes back. After an error the person begins again, so that a reader of
 * the screen hears it once. The result refreshes at once and begins the count anew.
 */
function useRefreshes(refresh: () => void, hasFailed: boolean): () => void {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (hasFailed) return undefined;
    let left = REFRESHES_MAX;
    const look = () => {
      if (document.visibilityState !== 'visible' || left === 0) return;
      left -= 1;
      refresh();
    };
    const timer = setInterval(look, REFRESH_INTERVAL_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh, round, hasFailed]);
  return () => {
    refresh();
    setRound((count) => count + 1);
  };
}
