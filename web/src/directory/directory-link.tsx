import { useSettingsText } from '../account/settings-text.js';

/** For whoever is in no room: all that are open. */
export function DirectoryLink() {
  const text = useSettingsText();
  return (
    <a class="directory-link" href="#/rooms" data-testid="directory-link">
      {text.directory}
    </a>
  );
}
