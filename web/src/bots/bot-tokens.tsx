import { useState } from 'preact/hooks';
import type { Bot, BotToken, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { confirmed } from '../ui/confirm.js';
import { Choice } from '../ui/fields.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useKeyedRequest } from '../ui/workspace/request-key.js';
import { type BotRoom, createToken, loadTokens, revokeToken, TOKEN_NAME_MAX, TOKENS_MAX } from './bot-actions.js';
import { useBotsText } from './bots-text.js';
import { ShownSecret } from './shown-secret.js';

/** A token for one room is an address that posts there. */
interface Secret {
  isAddress: boolean;
  value: string;
}

/** The tokens of a bot. `rooms`: those that a token can be limited to. */
export function BotTokens({ bot, rooms }: { bot: Bot; rooms: BotRoom[] }) {
  const words = useBotsText();
  const loaded = useLoaded(`tokens of ${bot.id}`, () => loadTokens(bot));
  const [secret, setSecret] = useState<Secret | null>(null);
  const take = (made: Secret) => {
    setSecret(made);
    loaded.again();
  };
  return (
    <section class="form" aria-label={words.tokens}>
      <h4 class="panel-section">{words.tokens}</h4>
      <p class="bots-hint">{words.tokensHint}</p>
      <LoadedPart loaded={loaded}>
        {(tokens) => (
          <>
            {tokens.length === 0 && <p class="bots-hint">{words.noTokens}</p>}
            <ul class="lines">
              {tokens.map((token) => (
                <TokenLine key={token.id} bot={bot.id} token={token} onGone={loaded.again} />
              ))}
            </ul>
            {secret && (
              <ShownSecret
                label={secret.isAddress ? words.address : words.secret}
                value={secret.value}
                onDone={() => setSecret(null)}
              />
            )}
            {!secret && tokens.length < TOKENS_MAX && <NewToken bot={bot} rooms={rooms} onMade={take} />}
            {tokens.length >= TOKENS_MAX && <p class="bots-hint">{words.mostTokens(TOKENS_MAX)}</p>}
          </>
        )}
      </LoadedPart>
    </section>
  );
}

interface TokenLineProps {
  bot: string;
  /** The name of the bot, where tokens of several stand together; otherwise the room says what the token opens. */
  by?: string;
  token: BotToken;
  onGone: () => void;
}

export function TokenLine({ bot, by, token, onGone }: TokenLineProps) {
  const text = useText();
  const words = useBotsText();
  const { id, name, room, last_used_at: used } = token;
  const revoke = async () => {
    if (!(await confirmed(words.revokeQuestion(name), words.revoke))) return;
    if (await revokeToken(bot, id)) onGone();
  };
  return (
    <li class="line" data-testid="token">
      <span>
        {name}
        {by !== undefined && <small>{by}</small>}
        {by === undefined && room !== null && <small>{words.onlyInto(room)}</small>}
        <small>{used === null ? words.unused : words.used(momentName(used, text))}</small>
      </span>
      <button
        type="button"
        class="button button-quiet"
        aria-label={`${words.revoke}: ${name}`}
        data-testid="token-revoke"
        onClick={() => void revoke()}
      >
        {words.revoke}
      </button>
    </li>
  );
}

function NewToken({ bot, rooms, onMade }: { bot: Bot; rooms: BotRoom[]; onMade: (made: Secret) => void }) {
  const text = useText();
  const words = useBotsText();
  const [name, setName] = useState('');
  const [scope, setScope] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  const send = useKeyedRequest();
  const scopes = [
    { value: '', label: words.scopeAll },
    ...rooms.map(({ room }) => ({ value: room.slug, label: words.scopeRoom(room.name) })),
  ];
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const made = { name: name.trim(), room: scope || null };
      const { secret, url } = await send(made, (key) => createToken(bot, made.name, made.room, key));
      onMade({ isAddress: url !== undefined, value: url ?? secret });
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  return (
    <form class="panel-card form" onSubmit={(event) => void submit(event)}>
      <Field label={words.tokenName} testId="token-name" max={TOKEN_NAME_MAX} value={name} onChange={setName} />
      <p class="bots-hint">{words.tokenNameHint}</p>
      <Choice label={words.scope} testId="token-scope" value={scope} options={scopes} onChange={setScope} />
      <FormError testId="token-error">{error && problemsOf(text, error)}</FormError>
      <button type="submit" class="button" data-testid="token-create" disabled={!name.trim()}>
        {words.createToken}
      </button>
    </form>
  );
}
