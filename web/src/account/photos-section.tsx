import { useText } from '../app/text/text.js';
import { PhotoSet } from '../media/photo-set.js';
import { refreshMe } from '../members/people-actions.js';

export function PhotosSection() {
  const text = useText();
  return (
    <PhotoSet room={null} words={{ inUse: text.yourFace, use: text.makeFace }} onChange={() => void refreshMe()} />
  );
}
