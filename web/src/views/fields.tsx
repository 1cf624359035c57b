interface ChoiceProps {
  label: string;
  testId: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

export function Choice({ label, testId, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        class="input"
        data-testid={testId}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
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
