import { useState } from 'preact/hooks';
import { useText } from '../text/text.js';
import { Icon } from './icon.js';

const COPIED_MS = 1800;

export function CopyButton({ label, value }: { label: string; value: string }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="button button-quiet button-small" onClick={() => copy()}>
      <Icon name={isCopied ? 'check' : 'link'} size={16} />
      {isCopied ? text.copied : label}
    </button>
  );
}
