import type { ComponentChildren } from 'preact';
import type { Person } from '../api-types.js';
import { openPage } from '../app/page.js';
import { Avatar } from './avatar.js';
import { BotTag } from './bot-tag.js';
import { usernameOf } from './username.js';

/** A person in a list; a tap opens the profile card. */
export function PersonLine({ person, children }: { person: Person; children?: ComponentChildren }) {
  return (
    <li>
      <button
        type="button"
        class="person"
        data-testid="person"
        data-name={usernameOf(person)}
        onClick={() => openPage({ type: 'person', username: usernameOf(person) })}
      >
        <Avatar name={usernameOf(person)} photo={person.avatar} size={36} />
        <span class="person-name">
          {person.username} <BotTag of={person} />
          {children}
        </span>
      </button>
    </li>
  );
}
