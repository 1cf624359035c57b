interface FieldProps {
  label: string;
  testId: string;
  max: number;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

export function Field({ label, testId, max, value, placeholder = '', onChange }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        data-testid={testId}
        maxLength={max}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
