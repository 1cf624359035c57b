import { useEffect, useReducer, useState } from 'preact/hooks';
import type { Offer, Placement } from '../api-types.js';
import { SponsoredCard } from './sponsored-card.js';
import { hiddenItems, hideItem, reportAction, requestItem } from './sponsored-items.js';
import { linkOf } from './sponsored-target.js';
import { useSponsoredCardText } from './sponsored-text.js';
import { useImpression } from './use-impression.js';
import './sponsored.css';

const HELD_MS = 30 * 60_000;

/** The item that the service offers for a placement, or nothing. */
export function SponsoredOffer({ placement }: { placement: Placement }) {
  const text = useSponsoredCardText();
  const offer = useOffer(placement);
  const isHidden = useHidden(offer?.id);
  const link = offer && !isHidden ? linkOf(offer.target_kind, offer.target) : null;
  const box = useImpression<HTMLDivElement>(
    offer && link ? offer.token : null,
    () => offer && void reportAction(offer, 'impression'),
  );
  if (!offer || !link) return null;
  return (
    <div ref={box}>
      <SponsoredCard
        item={offer}
        sponsor={offer.sponsor.display_name}
        placement={placement}
        text={text}
        link={link}
        onTap={() => void reportAction(offer, 'tap')}
        onHide={() => hideItem(offer)}
      />
    </div>
  );
}

/** Requests the item again when the person returns to the page after a while: an offer is valid for an hour. */
function useOffer(placement: Placement): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    let isOver = false;
    let askedAt = 0;
    const ask = () => {
      if (document.visibilityState !== 'visible' || (askedAt > 0 && Date.now() - askedAt < HELD_MS)) return;
      askedAt = Date.now();
      requestItem(placement).then(
        (found) => isOver || setOffer(found),
        // A placement without an item stays empty.
        () => isOver || setOffer(null),
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
    };
  }, [placement]);
  return offer;
}

function useHidden(id: string | undefined): boolean {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => hiddenItems.subscribe(() => renderAgain()), []);
  return id !== undefined && hiddenItems.get().ids.includes(id);
}
