import { useState } from 'preact/hooks';
import type { Bot, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { Avatar } from '../members/avatar.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { Icon } from '../ui/icon.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useKeyedRequest } from '../ui/workspace/request-key.js';
import { BOTS_MAX, createBot, loadBots } from './bot-actions.js';
import { BotDetails } from './bot-details.js';
import { useBotsText } from './bots-text.js';
import './bots.css';

/** The person's bots; one of them opens with its tokens and rooms. */
export function BotsSection() {
  const words = useBotsText();
  const loaded = useLoaded('bots', loadBots);
  const [chosen, setChosen] = useState<Bot | null>(null);
  const close = () => {
    setChosen(null);
    loaded.again();
  };
  if (chosen) return <BotDetails key={chosen.id} bot={chosen} onClose={close} />;
  if (loaded.error?.code === 'not_found') return <p class="form-hint">{words.off}</p>;
  return (
    <section class="form" data-testid="bots">
      <p class="bots-hint">
        {words.hint}{' '}
        <a class="bots-guide" href="/docs/guides/bots" target="_blank" rel="noreferrer">
          {words.guide}
        </a>
      </p>
      <LoadedPart loaded={loaded}>
        {(bots) => (
          <>
            {bots.length === 0 && <p class="bots-hint">{words.none}</p>}
            <ul class="people">
              {bots.map((bot) => (
                <BotLine key={bot.id} bot={bot} onOpen={() => setChosen(bot)} />
              ))}
            </ul>
            {bots.length < BOTS_MAX ? <NewBot onMade={setChosen} /> : <p class="bots-hint">{words.most(BOTS_MAX)}</p>}
          </>
        )}
      </LoadedPart>
    </section>
  );
}

function BotLine({ bot, onOpen }: { bot: Bot; onOpen: () => void }) {
  const text = useText();
  const words = useBotsText();
  return (
    <li>
      <button type="button" class="person" data-testid="bot" onClick={onOpen}>
        <Avatar name={bot.username ?? ''} photo={bot.avatar} size={36} />
        <span class="person-name">
          {bot.username}
          <small>{words.madeOn(momentName(Date.parse(bot.created_at), text))}</small>
        </span>
        <Icon name="next" size={16} />
      </button>
    </li>
  );
}

function NewBot({ onMade }: { onMade: (bot: Bot) => void }) {
  const text = useText();
  const words = useBotsText();
  const [username, setUsername] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  const send = useKeyedRequest();
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const name = username.trim();
      onMade(await send({ name }, (key) => createBot(name, key)));
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  return (
    <form class="panel-card form" onSubmit={(event) => void submit(event)}>
      <Field label={words.name} testId="bot-name" max={24} value={username} onChange={setUsername} />
      <p class="bots-hint">{text.usernameFormat}</p>
      <FormError testId="bot-error">{error && problemsOf(text, error)}</FormError>
      <button type="submit" class="button" data-testid="bot-create" disabled={!username.trim()}>
        {words.create}
      </button>
    </form>
  );
}
