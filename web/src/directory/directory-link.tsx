import { useSettingsText } from '../account/settings-text.js';
import { hashOfRoute } from '../app/route.js';

/** The link to the directory, for a person without rooms. */
export function DirectoryLink() {
  const text = useSettingsText();
  return (
    <a class="directory-link" href={hashOfRoute({ view: 'rooms', words: '' })} data-testid="directory-link">
      {text.directory}
    </a>
  );
}
