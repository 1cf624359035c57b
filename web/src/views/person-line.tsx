import type { ComponentChildren } from 'preact';
import { openPage } from '../state/page.js';
import type { Person } from '../wire.js';
import { Avatar } from './avatar.js';

/** Somebody in a list; a tap shows their card. */
export function PersonLine({ person, children }: { person: Person; children?: ComponentChildren }) {
  return (
    <li>
      <button
        type="button"
        class="person"
        data-testid="person"
        data-name={person.username}
        onClick={() => openPage({ type: 'person', username: person.username })}
      >
        <Avatar name={person.username} photo={person.avatar} size={36} />
        <span class="person-name">
          {person.username} {children}
        </span>
      </button>
    </li>
  );
}
