/** The props of each part of the organization's form. */
import type { Draft, FormErrors } from '../state/organization-draft.js';

export interface PartProps {
  draft: Draft;
  wrong: FormErrors;
  change: (change: Partial<Draft>) => void;
}
