import type { Message } from '../api-types.js';
import { call } from '../app/api.js';
import { myId } from '../app/app-state.js';
import { PersonLine } from '../members/person-line.js';
import { Dialog } from '../ui/dialog.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useMenuText } from './menu/menu-text.js';
import { myReactions } from './my-reactions.js';

/** Who has reacted to a message, and with what. */
export function ReactorsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useMenuText();
  const loaded = useLoaded(message.id, () => loadReactors(message));
  return (
    <Dialog title={text.reactors} onClose={onClose}>
      <LoadedPart loaded={loaded}>
        {(people) => (
          <ul class="people dialog-list" data-testid="reactors">
            {people.map((person) => (
              <PersonLine key={person.id} person={person}>
                <span class="reactor-emojis">{person.emojis.join(' ')}</span>
              </PersonLine>
            ))}
          </ul>
        )}
      </LoadedPart>
    </Dialog>
  );
}

/** This browser learns the person's own reactions from other devices on the way. */
async function loadReactors({ room: slug, id }: Message) {
  const { people } = await call('GET /api/rooms/{slug}/messages/{id}/reactions', { path: { slug, id } });
  for (const person of people) {
    if (person.id === myId()) for (const emoji of person.emojis) myReactions.mark(id, emoji, true);
  }
  return people;
}
