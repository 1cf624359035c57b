/** Parts that the sections share. */
import type { ComponentChildren } from 'preact';

interface HeadProps {
  title: string;
  hint?: string | undefined;
  children?: ComponentChildren;
}

export function SectionHead({ title, hint, children }: HeadProps) {
  return (
    <div class="section-head">
      <div class="section-title">
        <h1 id="section-title">{title}</h1>
        {hint && <p class="note">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
