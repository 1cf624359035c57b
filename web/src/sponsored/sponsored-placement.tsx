import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Placement } from '../api-types.js';
import { useApp } from '../app/use-app.js';
import { useOnScreen } from '../ui/use-on-screen.js';

type Offer = ComponentType<{ placement: Placement }>;

/**
 * A placement of a sponsored item. Its code is loaded when the placement is first visible, and the item is requested
 * once the service knows the language of this device; on an error the placement stays empty.
 */
export function SponsoredPlacement({ placement }: { placement: Placement }) {
  const isTold = useApp((state) => state.registeredLanguage !== null);
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
      // An item that cannot be loaded is not an error of the page.
      () => setThere(false),
    );
  }, [isWanted]);
  const Offered = offer.current;
  return <div ref={place}>{isThere && Offered && <Offered placement={placement} />}</div>;
}
