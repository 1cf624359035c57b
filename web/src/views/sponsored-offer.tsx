import { useEffect, useReducer, useState } from 'preact/hooks';
import type { Offer, Placement } from '../api-types.js';
import { askForItem, hiddenItems, hide, tell } from '../state/sponsored.js';
import { linkOf } from '../state/sponsored-target.js';
import { sponsoredTexts } from '../text/sponsored-text.js';
import { language, useText } from '../text/text.js';
import { SponsoredCard } from './sponsored-card.js';
import { useSeen } from './sponsored-watch.js';
import '../style/sponsored.css';

const HELD_MS = 30 * 60_000;

/** The item that is offered for a place; nothing at all where there is none. */
export function SponsoredOffer({ placement }: { placement: Placement }) {
  useText();
  const offer = useOffer(placement);
  const isHidden = useHidden(offer?.id);
  const link = offer && !isHidden ? linkOf(offer.target_kind, offer.target) : null;
  const box = useSeen<HTMLDivElement>(
    offer && link ? offer.token : null,
    () => offer && void tell(offer, 'impression'),
  );
  if (!offer || !link) return null;
  return (
    <div ref={box}>
      <SponsoredCard
        item={offer}
        sponsor={offer.sponsor.display_name}
        placement={placement}
        text={sponsoredTexts[language()]}
        link={link}
        onTap={() => void tell(offer, 'tap')}
        onHide={() => hide(offer)}
      />
    </div>
  );
}

/** Asked for again when somebody comes back to the page after a while: an offer holds for an hour. */
function useOffer(placement: Placement): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    let isOver = false;
    let askedAt = 0;
    const ask = () => {
      if (document.visibilityState !== 'visible' || (askedAt > 0 && Date.now() - askedAt < HELD_MS)) return;
      askedAt = Date.now();
      askForItem(placement).then(
        (found) => isOver || setOffer(found),
        // A place without an item is as good: nobody misses it.
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
