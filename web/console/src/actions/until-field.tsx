import { useState } from 'preact/hooks';
import { ChoiceField, Field } from '#page/ui/workspace/field.js';
import { useActionText } from './actions-text.js';

const DAY_MS = 86_400_000;
const choices = ['1', '3', '7', '30', '365', 'date', 'never'] as const;
type Choice = (typeof choices)[number];

export interface Until {
  choice: Choice;
  /** The local time that is typed for `date`. */
  date: string;
  setChoice(choice: Choice): void;
  setDate(date: string): void;
  /** Whether an end is chosen. */
  isReady: boolean;
  /** The end, from now on; null until it is lifted. */
  value(): string | null;
}

/** The end of a suspension. */
export function useUntil(): Until {
  const [choice, setChoice] = useState<Choice>('7');
  const [date, setDate] = useState('');
  return {
    choice,
    date,
    setChoice,
    setDate,
    isReady: choice !== 'date' || !Number.isNaN(Date.parse(date)),
    value() {
      if (choice === 'never') return null;
      const at = choice === 'date' ? Date.parse(date) : Date.now() + Number(choice) * DAY_MS;
      return new Date(at).toISOString();
    },
  };
}

export function UntilField({ until: { choice, date, setChoice, setDate } }: { until: Until }) {
  const text = useActionText();
  return (
    <>
      <ChoiceField
        label={text.until}
        testId="until"
        value={choice}
        options={choices.map((value) => ({ value, label: text.untilChoices[value] }))}
        onChange={(value) => setChoice(value as Choice)}
      />
      {choice === 'date' && (
        <Field label={text.untilDate} testId="until-date">
          {(told) => (
            <input
              {...told}
              class="input"
              type="datetime-local"
              data-testid="until-date"
              value={date}
              onInput={(event) => setDate(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
