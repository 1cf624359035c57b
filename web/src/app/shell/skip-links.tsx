import { useWritingText } from '#page/composer/writing-text.js';
import { focusPart } from '../focus-part.js';
import { useApp } from '../use-app.js';

/** Skip links: the first stops of the Tab key, visible only while focused. */
export function SkipLinks() {
  const text = useWritingText();
  const current = useApp((state) => state.current);
  if (!current) return null;
  return (
    <nav class="skip-links" aria-label={text.skipTo}>
      <button type="button" class="button" data-testid="skip-to-composer" onClick={() => focusPart('composer')}>
        {text.toComposer}
      </button>
      <button type="button" class="button" data-testid="skip-to-rows" onClick={() => focusPart('rows')}>
        {text.toMessages}
      </button>
    </nav>
  );
}
