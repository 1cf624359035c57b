import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface EmptyStateProps {
  icon: IconName;
  line: string;
  hint?: string;
  children?: ComponentChildren;
}

export function EmptyState({ icon, line, hint, children }: EmptyStateProps) {
  return (
    <div class="nothing" data-testid="nothing">
      <Icon name={icon} size={34} />
      <p>{line}</p>
      {hint && <p class="nothing-hint">{hint}</p>}
      {children}
    </div>
  );
}
