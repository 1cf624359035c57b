import { Icon } from '#page/ui/icon.js';
import { useLiveText } from './live-text.js';

/** A page of its own, beside the sections. */
export function LiveLink() {
  const text = useLiveText();
  return (
    <a class="desk-way" href="/console/live" data-testid="to-live">
      <Icon name="survey" />
      <span>{text.toLive}</span>
    </a>
  );
}
