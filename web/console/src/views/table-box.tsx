import type { ComponentChildren } from 'preact';

interface TableBoxProps {
  label: string;
  testId: string;
  children: ComponentChildren;
}

/** A table that may be wider than a phone. It scrolls, also by keyboard. */
export function TableBox({ label, testId, children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard.
    <section class="table-box" aria-label={label} tabIndex={0}>
      <table class="table" data-testid={testId}>
        <caption>{label}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHeads({ names }: { names: string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name, n) => (
          <th key={name} scope="col" class={n === 0 ? '' : 'amount'}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
