import { useState } from 'preact/hooks';
import { ChoiceField, Field, LineField } from '#page/ui/workspace/field.js';
import { useActionText } from './actions-text.js';

const DAY_MS = 86_400_000;
const PUBLIC_REASON_MAX = 300;
const choices = ['1', '3', '7', '30', '365', 'date', 'never'] as const;
type Choice = (typeof choices)[number];

export interface SuspensionDraft {
  choice: Choice;
  /** The local time that is typed for `date`. */
  date: string;
  publicReason: string;
  setChoice(choice: Choice): void;
  setDate(date: string): void;
  setPublicReason(text: string): void;
  /** Whether an end is chosen. */
  isReady: boolean;
  /** As the service takes it: the end counts from now, and null is until it is lifted. */
  body(): { until: string | null; public_reason: string | null };
}

/** The end of a suspension, and the text for the person. */
export function useSuspension(): SuspensionDraft {
  const [choice, setChoice] = useState<Choice>('7');
  const [date, setDate] = useState('');
  const [publicReason, setPublicReason] = useState('');
  const end = () => {
    if (choice === 'never') return null;
    const at = choice === 'date' ? Date.parse(date) : Date.now() + Number(choice) * DAY_MS;
    return new Date(at).toISOString();
  };
  return {
    choice,
    date,
    publicReason,
    setChoice,
    setDate,
    setPublicReason,
    isReady: choice !== 'date' || !Number.isNaN(Date.parse(date)),
    body: () => ({ until: end(), public_reason: publicReason.trim() || null }),
  };
}

export function SuspensionFields({ draft }: { draft: SuspensionDraft }) {
  const text = useActionText();
  return (
    <>
      <ChoiceField
        label={text.until}
        testId="until"
        value={draft.choice}
        options={choices.map((value) => ({ value, label: text.untilChoices[value] }))}
        onChange={(value) => draft.setChoice(value as Choice)}
      />
      {draft.choice === 'date' && (
        <Field label={text.untilDate} testId="until-date">
          {(told) => (
            <input
              {...told}
              class="input"
              type="datetime-local"
              data-testid="until-date"
              value={draft.date}
              onInput={(event) => draft.setDate(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <LineField
        label={text.publicReason}
        hint={text.publicReasonHint}
        testId="public-reason"
        isOptional
        max={PUBLIC_REASON_MAX}
        value={draft.publicReason}
        onInput={draft.setPublicReason}
      />
    </>
  );
}
