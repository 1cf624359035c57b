import { refreshMe } from '../state/people-actions.js';
import { useText } from '../text/text.js';
import { PhotoSet } from './photo-set.js';

/** The own photos. */
export function PhotosPart() {
  const text = useText();
  return (
    <PhotoSet room={null} words={{ inUse: text.yourFace, use: text.makeFace }} onChange={() => void refreshMe()} />
  );
}
