import { hashOfRoute } from '../app/route.js';
import { useSearchText } from '../search/search-text.js';

/** The link to the directory, for a person without rooms. */
export function DirectoryLink() {
  const text = useSearchText();
  return (
    <a class="directory-link" href={hashOfRoute({ view: 'rooms', words: '' })} data-testid="directory-link">
      {text.browse}
    </a>
  );
}
