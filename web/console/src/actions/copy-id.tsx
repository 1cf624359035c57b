import { copyText } from '#page/ui/copy-text.js';
import { Icon } from '#page/ui/icon.js';
import { notify } from '../state/notice.js';
import { useActionText } from './actions-text.js';

/** An id with a button that copies it. */
export function CopyId({ id }: { id: string }) {
  const text = useActionText();
  return (
    <span class="copy-id">
      <code>{id}</code>
      <button
        type="button"
        class="icon-button"
        title={text.copyId(id)}
        onClick={() => void copyText(id).then(() => notify(text.copied))}
      >
        <Icon name="copy" size={16} />
        <span class="unseen">{text.copyId(id)}</span>
      </button>
    </span>
  );
}
