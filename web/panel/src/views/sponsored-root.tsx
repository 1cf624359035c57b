import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';

/** Sponsored items. */
export function SponsoredRoot() {
  const text = useText();
  return <SectionHead title={text.sections.sponsored} />;
}
