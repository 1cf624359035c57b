/** Form fields with an error text, which is tied to the input for screen readers. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { defineTexts } from '#page/app/text/define-texts.js';

/** Defined here, because console and panel have their own texts. */
const { useTexts: useOptionalText } = defineTexts({ en: 'optional', tr: 'isteğe bağlı' });

interface FieldProps {
  label: string;
  testId: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  isOptional?: boolean;
  children: (told: Told) => ComponentChildren;
}

/** The ids that tie the input to its texts. */
interface Told {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid': boolean;
}

export function Field({ label, testId, hint, wrong, isOptional = false, children }: FieldProps) {
  const optional = useOptionalText();
  const id = useId();
  const by = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="field-label" htmlFor={id}>
        {label}
        {isOptional && <small> {optional}</small>}
      </label>
      {children({ id, 'aria-invalid': wrong !== undefined, ...(by && { 'aria-describedby': by }) })}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p class="field-wrong" id={`${id}-wrong`} data-testid={`${testId}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

interface LineProps extends Omit<FieldProps, 'children'> {
  value: string;
  onInput: (value: string) => void;
  max?: number;
  keys?: 'text' | 'tel' | 'numeric';
  isOff?: boolean;
}

export function LineField({ value, onInput, max, keys = 'text', isOff, ...field }: LineProps) {
  return (
    <Field {...field}>
      {(told) => (
        <input
          {...told}
          class="input"
          type="text"
          inputMode={keys}
          autoComplete="off"
          data-testid={field.testId}
          disabled={isOff === true}
          {...(max && { maxLength: max })}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function TextField({ value, onInput, max, ...field }: LineProps) {
  return (
    <Field {...field}>
      {(told) => (
        <textarea
          {...told}
          class="input"
          rows={3}
          data-testid={field.testId}
          {...(max && { maxLength: max })}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps extends Omit<FieldProps, 'children'> {
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
  /** The label of the empty option. */
  nothing?: string;
}

export function ChoiceField({ value, options, onChange, nothing, ...field }: ChoiceProps) {
  return (
    <Field {...field}>
      {(told) => (
        <select
          {...told}
          class="input"
          data-testid={field.testId}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {nothing !== undefined && <option value="">{nothing}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export const namedOptions = (items: { id: string; name: string }[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }));
