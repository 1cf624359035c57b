import { useState } from 'preact/hooks';
import type { Bot, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { confirmed } from '../ui/confirm.js';
import { Choice } from '../ui/fields.js';
import { FormError } from '../ui/form-error.js';
import { LoadedPart } from '../ui/loaded-part.js';
import type { Loaded } from '../ui/use-loaded.js';
import { addBot, type BotRoom, removeBot } from './bot-actions.js';
import { useBotsText } from './bots-text.js';

interface BotRoomsProps {
  bot: Bot;
  loaded: Loaded<BotRoom[]>;
}

/** The rooms of a bot, as far as the person may add somebody there: its memberships are what it may see. */
export function BotRooms({ bot, loaded }: BotRoomsProps) {
  const words = useBotsText();
  return (
    <section class="form" aria-label={words.rooms}>
      <h4 class="panel-section">{words.rooms}</h4>
      <p class="bots-hint">{words.roomsHint}</p>
      <LoadedPart loaded={loaded}>
        {(rooms) => (
          <>
            {!rooms.some(({ isIn }) => isIn) && <p class="bots-hint">{words.noRooms}</p>}
            <ul class="lines">
              {rooms
                .filter(({ isIn }) => isIn)
                .map((place) => (
                  <RoomLine key={place.room.id} bot={bot} place={place} onGone={loaded.again} />
                ))}
            </ul>
            <AddTo bot={bot} rooms={rooms.filter(({ isIn }) => !isIn)} onAdded={loaded.again} />
          </>
        )}
      </LoadedPart>
    </section>
  );
}

function RoomLine({ bot, place: { room, mayRemove }, onGone }: { bot: Bot; place: BotRoom; onGone: () => void }) {
  const words = useBotsText();
  const remove = async () => {
    if (!(await confirmed(words.removeQuestion(bot.username ?? '', room.name), words.remove))) return;
    if (await removeBot(room.slug, bot)) onGone();
  };
  return (
    <li class="line" data-testid="bot-room" data-slug={room.slug}>
      <span>
        {room.name}
        <small>/{room.slug}</small>
      </span>
      {mayRemove && (
        <button
          type="button"
          class="button button-quiet"
          aria-label={`${words.remove}: ${room.name}`}
          data-testid="bot-room-remove"
          onClick={() => void remove()}
        >
          {words.remove}
        </button>
      )}
    </li>
  );
}

function AddTo({ bot, rooms, onAdded }: { bot: Bot; rooms: BotRoom[]; onAdded: () => void }) {
  const text = useText();
  const words = useBotsText();
  const [slug, setSlug] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  if (rooms.length === 0) return null;
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await addBot(slug, bot);
      setSlug('');
      setError(null);
      onAdded();
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  const options = [
    { value: '', label: words.chooseRoom },
    ...rooms.map(({ room }) => ({ value: room.slug, label: room.name })),
  ];
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <div class="field-row field-row-end">
        <Choice label={words.addTo} testId="bot-room-choice" value={slug} options={options} onChange={setSlug} />
        <button type="submit" class="button" data-testid="bot-room-add" disabled={slug === ''}>
          {words.add}
        </button>
      </div>
      <FormError>{error && sentenceOf(text, error)}</FormError>
    </form>
  );
}
