import { useState } from 'preact/hooks';
import { useText } from '../app/text/text.js';
import { Icon, type IconName } from './icon.js';

const COPIED_MS = 1800;

interface CopyButtonProps {
  label: string;
  value: string;
  icon?: IconName;
  testId?: string;
  onCopied?: () => void;
}

export function CopyButton({ label, value, icon = 'link', testId, onCopied }: CopyButtonProps) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="button button-quiet button-small" data-testid={testId} onClick={() => copy()}>
      <Icon name={isCopied ? 'check' : icon} size={16} />
      {isCopied ? text.copied : label}
    </button>
  );
}
