import { useText } from '../text/text.js';
import { Nothing, SectionHead } from './parts.js';

/** Requests of businesses for packages. */
export function PackagesView() {
  const text = useText();
  return (
    <>
      <SectionHead title={text.sections.packages} />
      <Nothing icon="card" line={text.packagesEmpty} hint={text.packagesEmptyHint} />
    </>
  );
}
