import type { Wallpaper } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';

const wallpapers: Wallpaper[] = ['adacayi', 'okyanus', 'lavanta', 'kum', 'gul', 'grafit'];

interface WallpaperPickerProps {
  wallpaper: Wallpaper;
  onChange: (wallpaper: Wallpaper) => void;
}

/** The wallpapers, each as a preview. */
export function WallpaperPicker({ wallpaper, onChange }: WallpaperPickerProps) {
  const text = useText();
  return (
    <fieldset class="wallpapers">
      <legend>{text.setting.wallpaper}</legend>
      {wallpapers.map((paper) => (
        <button
          type="button"
          key={paper}
          class={`paper room wallpaper-${paper}`}
          title={text.wallpaper[paper] ?? paper}
          aria-label={text.wallpaper[paper] ?? paper}
          aria-pressed={paper === wallpaper}
          data-testid={`wallpaper-${paper}`}
          onClick={() => onChange(paper)}
        />
      ))}
    </fieldset>
  );
}
