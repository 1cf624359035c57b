import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';

export function TeamView() {
  const text = useText();
  return <SectionHead title={text.sections.team} />;
}
