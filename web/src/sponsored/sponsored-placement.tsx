import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Placement } from '../api-types.js';
import { useApp } from '../app/use-app.js';
import { useOnScreen } from '../ui/use-on-screen.js';

type Offer = ComponentType<{ placement: Placement }>;

/**
 * Where a sponsored item may stand. Its code comes when the place is first in sight, and the item is asked for once the
 * service knows the language of this browser; without either there is nothing here.
 */
export function SponsoredPlacement({ placement }: { placement: Placement }) {
  const isTold = useApp((state) => state.toldLanguage !== null);
  const [place, isSeen] = useOnScreen<HTMLDivElement>();
  const [isThere, setThere] = useState(false);
  const offer = useRef<Offer | null>(null);
  const isWanted = isTold && isSeen;
  useEffect(() => {
    if (!isWanted) return;
    import('./sponsored-offer.js').then(
      ({ SponsoredOffer }) => {
        offer.current = SponsoredOffer;
        setThere(true);
      },
      // An item that cannot be loaded is not shown, and is no error of the page.
      () => setThere(false),
    );
  }, [isWanted]);
  const Offered = offer.current;
  return <div ref={place}>{isThere && Offered && <Offered placement={placement} />}</div>;
}
