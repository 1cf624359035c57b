import { useState } from 'preact/hooks';
import type { Placement } from '../api-types.js';
import { Icon } from '../ui/icon.js';
import type { SponsoredTexts } from './sponsored-en.js';
import type { ShownItem } from './sponsored-items.js';
import type { SponsoredLink } from './sponsored-target.js';

export interface SponsoredCardProps {
  item: ShownItem;
  sponsor: string;
  placement: Placement;
  text: SponsoredTexts;
  /** Absent in a preview, which cannot be opened. */
  link?: SponsoredLink;
  onTap?: () => void;
  onHide?: () => void;
}

/** A sponsored item in each of its three placements. The label "Sponsored" comes first. */
export function SponsoredCard({ item, sponsor, placement, text, link, onTap, onHide }: SponsoredCardProps) {
  const inner = (
    <>
      <Picture item={item} sponsor={sponsor} isLarge={placement === 'discover_entries'} />
      <span class="sponsored-words">
        <small class="sponsored-mark">{text.by(sponsor)}</small>
        <strong>{item.title}</strong>
        <span class="sponsored-body">{item.body}</span>
      </span>
    </>
  );
  const outside = link?.isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow sponsored' };
  return (
    <article class={`sponsored sponsored-${placement}`} aria-label={text.item(item.title)} data-testid="sponsored">
      {link ? (
        <a
          class="sponsored-way"
          href={link.href}
          {...outside}
          data-testid="sponsored-way"
          onClick={onTap}
          onAuxClick={(event) => event.button === 1 && onTap?.()}
        >
          {inner}
        </a>
      ) : (
        <span class="sponsored-way">{inner}</span>
      )}
      {onHide && (
        <button
          type="button"
          class="icon-button sponsored-hide"
          title={text.hide}
          aria-label={text.hide}
          data-testid="sponsored-hide"
          onClick={onHide}
        >
          <Icon name="close" size={15} />
        </button>
      )}
    </article>
  );
}

interface PictureProps {
  item: ShownItem;
  sponsor: string;
  isLarge: boolean;
}

/** The picture of the item. A small one that is missing, or whose link has expired, is replaced by a letter. */
function Picture({ item, sponsor, isLarge }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const url = isLarge ? item.image_url : (item.thumb_url ?? item.image_url);
  if (url && url !== broken) {
    return <img class="sponsored-picture" src={url} alt="" loading="lazy" onError={() => setBroken(url)} />;
  }
  if (isLarge) return null;
  return (
    <span class="sponsored-picture" aria-hidden="true">
      {[...sponsor][0]?.toLocaleUpperCase('tr') ?? '?'}
    </span>
  );
}
