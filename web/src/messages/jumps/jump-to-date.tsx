import { useState } from 'preact/hooks';
import { notifyError } from '#page/app/ask.js';
import { closePage } from '#page/app/page.js';
import { useText } from '#page/app/text/text.js';
import { Dialog } from '#page/ui/dialog.js';
import { DialogButtons } from '#page/ui/dialog-buttons.js';
import { jumpTo } from '../list/jump.js';
import { useRowsText } from '../list/rows-text.js';
import { firstMessageSince } from './jump-date.js';

/** Goes to the first message of a day, or of the next day with one. */
export function JumpToDate({ slug, at }: { slug: string; at: number }) {
  const text = useText();
  const rowsText = useRowsText();
  const [day, setDay] = useState(dayOf(at));
  const [isNone, setNone] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const message = await firstMessageSince(slug, new Date(`${day}T00:00`).getTime());
      if (!message) return setNone(true);
      closePage();
      await jumpTo(message);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Dialog title={rowsText.jumpToDate} onClose={closePage}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>{rowsText.day}</span>
          <input
            class="input"
            type="date"
            data-testid="jump-date"
            max={dayOf(Date.now())}
            value={day}
            onInput={(event) => {
              setDay(event.currentTarget.value);
              setNone(false);
            }}
          />
        </label>
        {isNone && (
          <p class="form-hint" role="status" data-testid="jump-none">
            {rowsText.nothingSince}
          </p>
        )}
        <DialogButtons submit={text.open} onClose={closePage} isReady={day !== ''} />
      </form>
    </Dialog>
  );
}

/** The value of a date field: the local day. */
function dayOf(at: number): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
