import { useEffect, useId, useState } from 'preact/hooks';
import type { ContactPerson, Room } from '#page/api-types.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { loadOpenRooms } from '#page/directory/directory-data.js';
import { Avatar } from '#page/members/avatar.js';
import { loadContacts } from '#page/members/people-actions.js';
import { roomName } from '#page/rooms/room-name.js';
import { Dialog } from '#page/ui/dialog.js';
import { notifyError } from '../ask.js';
import { requestFocus } from '../focus-request.js';
import { goTo } from '../navigate.js';
import { closePage, openPage } from '../page.js';
import { useText } from '../text/text.js';
import { useApp } from '../use-app.js';
import { type Offer, offersFor } from './switcher-offers.js';

const PAUSE_MS = 250;

function take({ kind, target }: Offer): void {
  if (kind === 'person') return openPage({ type: 'person', username: target });
  closePage();
  requestFocus();
  goTo(target);
}

/** Quick switcher: finds a room or person by a few letters. Arrows select, Enter opens. */
export function Switcher() {
  const text = useWritingText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const offers = useOffers(typed);
  const at = Math.min(chosen, offers.length - 1);
  const onKey = (event: KeyboardEvent) => {
    const offer = offers[at];
    if (!offer || event.isComposing) return;
    if (event.key === 'ArrowDown') setChosen((at + 1) % offers.length);
    else if (event.key === 'ArrowUp') setChosen((at + offers.length - 1) % offers.length);
    else if (event.key === 'Enter') take(offer);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={text.switcher} onClose={closePage}>
      <input
        class="input"
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={80}
        data-testid="switcher"
        aria-label={text.switcherHint}
        placeholder={text.switcherHint}
        aria-expanded={offers.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={offers.length > 0 ? `${id}-${at}` : undefined}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      {offers.length === 0 && (
        <p class="form-hint" role="status">
          {text.switcherNone}
        </p>
      )}
      <Offers id={id} offers={offers} chosen={at} />
    </Dialog>
  );
}

function Offers({ id, offers, chosen }: { id: string; offers: Offer[]; chosen: number }) {
  const text = useWritingText();
  return (
    <div id={id} class="switcher-offers" role="listbox" aria-label={text.completions} hidden={offers.length === 0}>
      {offers.map((offer, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={offer.key}
          id={`${id}-${at}`}
          class="mention-option"
          role="option"
          aria-selected={at === chosen}
          data-testid="switcher-offer"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(offer)}
        >
          <Avatar name={offer.name} photo={offer.photo} size={30} square={offer.kind !== 'person'} />
          <span>{offer.name}</span>
          {offer.unread > 0 ? <b class="badge">{offer.unread}</b> : <small>{text.switcherKind[offer.kind]}</small>}
        </div>
      ))}
    </div>
  );
}

const nobody: ContactPerson[] = [];
const nowhere: Room[] = [];

function useOffers(typed: string): Offer[] {
  const words = useText();
  const rooms = useApp((state) => state.rooms);
  const [people, setPeople] = useState(nobody);
  useEffect(() => void loadContacts().then((answer) => setPeople(answer.people), notifyError), []);
  const found = useDirectory(typed.trim());
  return offersFor(typed, { rooms, people, found, nameOf: (room) => roomName(room, words) });
}

/** If the request fails, the person's own rooms are still listed. */
const openRooms = (words: string): Promise<Room[]> =>
  loadOpenRooms(words, 0).then(
    ({ items }) => items,
    () => nowhere,
  );

/** Searches open rooms, debounced. */
function useDirectory(words: string): Room[] {
  const [found, setFound] = useState(nowhere);
  useEffect(() => {
    if (words.length < 2) return setFound(nowhere);
    let isOld = false;
    const timer = setTimeout(() => void openRooms(words).then((rooms) => !isOld && setFound(rooms)), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}
