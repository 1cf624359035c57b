/** The props of each part of the organization's form. */
import type { Draft, Wrong } from '../state/organization-draft.js';

export interface PartProps {
  draft: Draft;
  wrong: Wrong;
  change: (change: Partial<Draft>) => void;
}
