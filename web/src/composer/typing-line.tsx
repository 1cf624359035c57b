import type { TypingPerson } from '../app/app-state.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';

const nobody: TypingPerson[] = [];

export function TypingLine({ slug }: { slug: string }) {
  const text = useText();
  const people = useApp((state) => state.typing[slug] ?? nobody);
  return (
    <p class="typing" aria-live="polite" data-testid="typing">
      {people.length > 0 && (
        <>
          <span class="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {text.typing(people.map((person) => person.username))}
        </>
      )}
    </p>
  );
}
