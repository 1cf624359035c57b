import { Icon } from '#page/ui/icon.js';
import { useLiveText } from './live-text.js';

/** The link to the live page, which is outside the sections. */
export function LiveLink() {
  const text = useLiveText();
  return (
    <a class="workspace-way" href="/console/live" data-testid="to-live">
      <Icon name="survey" />
      <span>{text.toLive}</span>
    </a>
  );
}
