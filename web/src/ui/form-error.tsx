import type { ComponentChildren } from 'preact';

/** Why a form was refused; nothing without a reason. */
export function FormError({ testId, children }: { testId?: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="form-error" role="alert" data-testid={testId}>
      {children}
    </p>
  );
}
