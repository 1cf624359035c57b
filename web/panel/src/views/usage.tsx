import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';

export function UsageView() {
  const text = useText();
  return <SectionHead title={text.sections.usage} />;
}
