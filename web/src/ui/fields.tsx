interface ChoiceProps<T extends string> {
  label: string;
  testId: string;
  value: T;
  options: { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, testId, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        class="input"
        data-testid={testId}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SwitchProps {
  label: string;
  testId: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, testId, isOn, onChange }: SwitchProps) {
  return (
    <label class="check check-row">
      {label}
      <input
        type="checkbox"
        class="switch"
        data-testid={testId}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
