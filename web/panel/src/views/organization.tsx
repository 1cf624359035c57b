import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';

export function OrganizationView() {
  const text = useText();
  return <SectionHead title={text.sections.organization} />;
}
