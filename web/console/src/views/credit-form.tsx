import { useEffect, useState } from 'preact/hooks';
import { Choice } from '#page/ui/fields.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import type { Counter, Organization } from '../api-types.js';
import { notify, withNotice } from '../state/notice.js';
import { counters, grant, setSuspended } from '../state/packages.js';
import { amount, usePackageText } from '../text/packages.js';
import { Line } from './topic-form.js';

/** Adds credits to the selected organization, or to the one with the given id. */
export function Credits({ chosen }: { chosen: Organization | undefined }) {
  const words = usePackageText();
  return (
    <details class="credits" data-testid="credits">
      <summary>{words.grants}</summary>
      <CreditForm chosen={chosen} />
    </details>
  );
}

function CreditForm({ chosen }: { chosen: Organization | undefined }) {
  const words = usePackageText();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (chosen) setTyped(chosen.id);
  }, [chosen?.id]);
  const [counter, setCounter] = useState<Counter>('impression');
  const [quantity, setQuantity] = useState('');
  const [note, setNote] = useState('');
  const { isBusy, alone } = useOneAtATime();
  const send = useKeyedRequest();
  const id = typed.trim();
  const wanted = Number(quantity);
  const give = async () => {
    const body = { counter, quantity: wanted, note: note.trim() || null };
    const work = send({ id, ...body }, (key) => grant(id, body, key));
    const answer = await withNotice(work, words.grant);
    if (!answer) return;
    notify(words.granted(amount(answer.value.balances[counter])));
    setQuantity('');
    setNote('');
  };
  const suspend = (on: boolean) =>
    void alone(() => withNotice(setSuspended(id, on), on ? words.suspended : words.released));
  return (
    <form
      class="card form credit-form"
      data-testid="credit-form"
      onSubmit={(event) => {
        event.preventDefault();
        void alone(give);
      }}
    >
      <p class="form-hint">{words.grantsHint}</p>
      <Line label={words.organizationId} testId="credit-organization" value={typed} onInput={setTyped} max={36} />
      <p class="form-hint">{words.organizationIdHint}</p>
      <Choice
        label={words.counter}
        testId="credit-counter"
        value={counter}
        options={counters.map((value) => ({ value, label: words.counters[value] }))}
        onChange={(value) => setCounter(value as Counter)}
      />
      <Line label={words.quantity} testId="credit-quantity" value={quantity} onInput={setQuantity} max={11} />
      <p class="form-hint">{words.quantityHint}</p>
      <Line label={words.note} testId="credit-note" value={note} onInput={setNote} max={200} isLoose />
      <div class="form-buttons">
        {([true, false] as const).map((on) => (
          <button
            key={String(on)}
            type="button"
            class={on ? 'button button-danger' : 'button button-quiet'}
            data-testid={on ? 'suspend' : 'release'}
            disabled={!id || isBusy}
            onClick={() => suspend(on)}
          >
            {on ? words.suspend : words.release}
          </button>
        ))}
        <button
          type="submit"
          class="button"
          data-testid="credit-give"
          disabled={!id || isBusy || !Number.isInteger(wanted) || wanted === 0}
        >
          {words.grant}
        </button>
      </div>
    </form>
  );
}
