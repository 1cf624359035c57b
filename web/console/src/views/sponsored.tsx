import { useText } from '../text/text.js';
import { Nothing, SectionHead } from './parts.js';

/** Sponsored items that wait for their review. */
export function SponsoredView() {
  const text = useText();
  return (
    <>
      <SectionHead title={text.sections.sponsored} />
      <Nothing icon="eye" line={text.sponsoredEmpty} hint={text.sponsoredEmptyHint} />
    </>
  );
}
