import { useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { Person } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { loadBlocks, loadFollows, setBlock } from './people-actions.js';
import { PersonLine } from './person-line.js';

const lists = ['followers', 'following', 'blocked'] as const;
type List = (typeof lists)[number];

/** Followers and followed people; for the person's own account also blocked people. */
export function PeopleSection({ username = null, first = 'followers' }: { username?: string | null; first?: List }) {
  const text = useSettingsText();
  const [list, setList] = useState<List>(first);
  const offered = username === null ? lists : lists.filter((name) => name !== 'blocked');
  return (
    <section class="form" data-testid="people-part">
      <div class="chips">
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={name === list}
            data-testid={`people-${name}`}
            onClick={() => setList(name)}
          >
            {text[name]}
          </button>
        ))}
      </div>
      <People key={list} list={list} username={username} />
    </section>
  );
}

function People({ list, username }: { list: List; username: string | null }) {
  const text = useSettingsText();
  const none = { followers: text.nobodyFollows, following: text.followsNobody, blocked: text.nobodyBlocked };
  const loaded = useLoaded(`${list} ${username}`, () =>
    list === 'blocked' ? loadBlocks() : loadFollows(list, username),
  );
  return (
    <LoadedPart loaded={loaded}>
      {({ people }) => (
        <>
          {people.length === 0 && <p class="form-hint">{none[list]}</p>}
          <ul class="people" data-testid="people-list">
            {people.map((person) =>
              list === 'blocked' ? (
                <BlockedLine key={person.id} person={person} onFree={loaded.again} />
              ) : (
                <PersonLine key={person.id} person={person} />
              ),
            )}
          </ul>
        </>
      )}
    </LoadedPart>
  );
}

function BlockedLine({ person, onFree }: { person: Person; onFree: () => void }) {
  const page = useText();
  const free = async () => {
    if (await setBlock(person.id, false)) onFree();
  };
  return (
    <li class="person" data-testid="blocked">
      <span class="person-name">{person.username}</span>
      <button
        type="button"
        class="button button-quiet button-small"
        aria-label={`${page.unblock}: ${person.username}`}
        data-testid="blocked-free"
        onClick={() => void free()}
      >
        {page.unblock}
      </button>
    </li>
  );
}
