import { useState } from 'preact/hooks';
import { closePage, openPage } from '../app/page.js';
import { useText } from '../app/text/text.js';
import { Dialog } from '../ui/dialog.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { loadContacts } from './people-actions.js';
import { PersonLine } from './person-line.js';

/** People that the person follows or has direct chats with, and a search by username. */
export function ContactsPage() {
  const text = useText();
  const loaded = useLoaded('contacts', loadContacts);
  const [name, setName] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    openPage({ type: 'person', username: name.trim().replace(/^@/, '') });
  };
  return (
    <Dialog title={text.contacts} onClose={closePage}>
      <form class="field-row" onSubmit={submit}>
        <input
          class="input"
          data-testid="person-name"
          aria-label={text.findPerson}
          placeholder={text.findPerson}
          autoComplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="button" data-testid="person-show" disabled={!name.trim()}>
          {text.show}
        </button>
      </form>
      <LoadedPart loaded={loaded}>
        {({ people }) => (
          <>
            <p class="form-hint">{people.length === 0 ? text.noContacts : text.contactsHint}</p>
            <ul class="people" data-testid="contact-list">
              {people.map((person) => (
                <PersonLine key={person.id} person={person}>
                  <span class="tag">{text.contactSource[person.source]}</span>
                </PersonLine>
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}
