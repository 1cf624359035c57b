import { useEffect, useState } from 'preact/hooks';
import type { ShownPicture } from './sponsored-draft.js';
import { Below, described } from './sponsored-fields.js';
import { sponsoredProblem } from './sponsored-items.js';
import { encodePicture, uploadPicture } from './sponsored-picture-upload.js';
import { useSponsoredText } from './sponsored-text.js';

interface PictureProps {
  shown: ShownPicture;
  problem: string | undefined;
  onChange: (shown: ShownPicture) => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

/** The picture is resized and uploaded when it is chosen; the item refers to it when the item is saved. */
export function PictureField({ shown, problem, onChange, isBusy, onBusy }: PictureProps) {
  const words = useSponsoredText();
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => () => forget(shown), [shown]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setRefused(null);
    onBusy(true);
    try {
      const made = await encodePicture(file);
      if (!made) return setRefused(words.pictureProblem);
      const picture = await uploadPicture(made);
      onChange({ picture, image_url: URL.createObjectURL(made.full), thumb_url: URL.createObjectURL(made.thumb) });
    } catch (error) {
      setRefused(sponsoredProblem(error));
    } finally {
      onBusy(false);
    }
  };
  const around = { name: 'image_key', problem: refused ?? problem, hint: words.pictureHint };
  return (
    <div class="sponsored-field" data-testid="picture" data-busy={isBusy}>
      <span class="sponsored-label">{words.picture}</span>
      <div class="sponsored-picture-ways">
        <label class={isBusy ? 'button button-quiet is-busy' : 'button button-quiet'}>
          {isBusy ? words.uploading : shown.image_url ? words.otherPicture : words.choosePicture}
          <input
            type="file"
            class="unseen"
            accept="image/*"
            data-testid="picture-file"
            disabled={isBusy}
            {...described(around)}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        {shown.image_url && (
          <button
            type="button"
            class="link"
            data-testid="picture-remove"
            onClick={() => onChange({ picture: 'none', image_url: null, thumb_url: null })}
          >
            {words.removePicture}
          </button>
        )}
      </div>
      <Below {...around} />
    </div>
  );
}

function forget({ image_url, thumb_url }: ShownPicture): void {
  for (const url of [image_url, thumb_url]) if (url?.startsWith('blob:')) URL.revokeObjectURL(url);
}
