/** Form fields of an item, each with its own error text. */
import type { ComponentChildren } from 'preact';

interface AroundProps {
  name: string;
  problem?: string | undefined;
  hint?: string | undefined;
}

/** The line below a field: its error, or else its hint. */
export function Below({ name, problem, hint }: AroundProps) {
  if (!problem && !hint) return null;
  return (
    <p class={problem ? 'field-problem' : 'note'} id={`${name}-below`} data-testid={problem && `problem-${name}`}>
      {problem ?? hint}
    </p>
  );
}

export const described = ({ name, problem, hint }: AroundProps) => ({
  'aria-invalid': problem ? ('true' as const) : undefined,
  'aria-describedby': problem || hint ? `${name}-below` : undefined,
});

/** The service takes no later time, and a program reads no year of five digits. */
const LATEST = '9999-12-31T23:59';

interface TextFieldProps extends AroundProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The number of characters left, beside the label. */
  count?: string | undefined;
  rows?: number;
  type?: 'text' | 'number' | 'datetime-local';
  maxLength?: number;
}

export function TextField(props: TextFieldProps) {
  const { name, label, value, onChange, count, rows, type = 'text', maxLength } = props;
  const shared = {
    class: 'input',
    id: `field-${name}`,
    'data-testid': `field-${name}`,
    name,
    value,
    ...described(props),
    ...(maxLength !== undefined && { maxLength }),
  };
  return (
    <div class="sponsored-field">
      <label class="sponsored-label" for={`field-${name}`}>
        {label}
        {count && (
          <small class="note" aria-hidden="true">
            {count}
          </small>
        )}
      </label>
      {rows ? (
        <textarea {...shared} rows={rows} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        // The attribute types are a union by input type, so a variable type needs a cast.
        <input
          {...shared}
          type={type as 'text'}
          inputMode={type === 'number' ? 'numeric' : undefined}
          max={type === 'datetime-local' ? LATEST : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <Below {...props} />
    </div>
  );
}

interface ManyProps extends AroundProps {
  legend: string;
  options: { value: string; label: string; note?: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function ManyChoices(props: ManyProps) {
  const { name, legend, options, chosen, onChange } = props;
  const turn = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <Group {...props} legend={legend}>
      {options.map(({ value, label, note }) => (
        <label key={value} class="sponsored-choice">
          <input
            type="checkbox"
            name={name}
            data-testid={`choice-${name}-${value}`}
            checked={chosen.includes(value)}
            onChange={(event) => turn(value, event.currentTarget.checked)}
          />
          {label}
          {note && <small class="note">{note}</small>}
        </label>
      ))}
    </Group>
  );
}

interface OneProps extends AroundProps {
  legend: string;
  options: { value: string; label: string }[];
  chosen: string;
  onChange: (chosen: string) => void;
}

export function OneChoice(props: OneProps) {
  const { name, legend, options, chosen, onChange } = props;
  return (
    <Group {...props} legend={legend}>
      {options.map(({ value, label }) => (
        <label key={value} class="sponsored-choice">
          <input
            type="radio"
            name={name}
            data-testid={`choice-${name}-${value}`}
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </Group>
  );
}

function Group({ legend, children, ...around }: AroundProps & { legend: string; children: ComponentChildren }) {
  return (
    <fieldset class="sponsored-group" aria-describedby={described(around)['aria-describedby']}>
      <legend>{legend}</legend>
      <div class="sponsored-choices">{children}</div>
      <Below {...around} />
    </fieldset>
  );
}
