import { useText } from '../app/text/text.js';

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

export function FormButtons({ submit, onClose, isReady }: { submit: string; onClose: () => void; isReady: boolean }) {
  const text = useText();
  return (
    <div class="form-buttons">
      <button type="button" class="button button-quiet" onClick={onClose}>
        {text.cancel}
      </button>
      <button type="submit" class="button" data-testid="form-submit" disabled={!isReady}>
        {submit}
      </button>
    </div>
  );
}
