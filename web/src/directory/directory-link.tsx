import { useSettingsText } from '../account/settings-text.js';
import { hashOfRoute } from '../app/route.js';

/** For whoever is in no room: all that are open. */
export function DirectoryLink() {
  const text = useSettingsText();
  return (
    <a class="directory-link" href={hashOfRoute({ view: 'rooms', words: '' })} data-testid="directory-link">
      {text.directory}
    </a>
  );
}
