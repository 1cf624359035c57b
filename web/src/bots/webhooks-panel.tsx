import { useEffect, useState } from 'preact/hooks';
import type { Member, Room } from '../api-types.js';
import { notifyError } from '../app/ask.js';
import { openPanel } from '../app/panel.js';
import { info, SidePanel } from '../app/side-panel.js';
import { Avatar } from '../members/avatar.js';
import { useMembers } from '../members/members-panel.js';
import { loadMembers } from '../rooms/room-actions.js';
import { Icon } from '../ui/icon.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { TokenLine } from './bot-tokens.js';
import { useBotsText } from './bots-text.js';
import { ShownSecret } from './shown-secret.js';
import { loadWebhooks, type RoomWebhooks } from './webhook-actions.js';
import { WebhookCard } from './webhook-card.js';
import { NewIncoming, NewOutgoing } from './webhook-forms.js';
import './bots.css';

/** The bots of a room, and the person's webhooks into it and out of it. */
export function WebhooksPanel({ room }: { room: Room }) {
  const words = useBotsText();
  const loaded = useLoaded(`webhooks of ${room.slug}`, () => loadWebhooks(room.slug));
  useEffect(() => void loadMembers(room.slug).catch(notifyError), [room.slug]);
  const isOff = loaded.error?.code === 'not_found';
  return (
    <SidePanel title={words.webhooks} testId="panel-webhooks" back={info}>
      <p class="panel-note">{words.panelHint}</p>
      <BotsHere room={room} />
      {isOff ? (
        <p class="panel-note">{words.off}</p>
      ) : (
        <LoadedPart loaded={loaded}>
          {(own) => <OwnWebhooks room={room} own={own} onChange={loaded.again} />}
        </LoadedPart>
      )}
    </SidePanel>
  );
}

function BotsHere({ room }: { room: Room }) {
  const words = useBotsText();
  const loaded = useMembers(room.slug);
  return (
    <section>
      <h3 class="panel-section">{words.botsHere}</h3>
      <LoadedPart loaded={loaded}>{(members) => <Bots bots={members.filter((member) => member.is_bot)} />}</LoadedPart>
    </section>
  );
}

function Bots({ bots }: { bots: Member[] }) {
  const words = useBotsText();
  return (
    <>
      {bots.length === 0 && <p class="bots-hint">{words.noBotsHere}</p>}
      <ul class="people">
        {bots.map(({ account_id: accountId, username, avatar }) => (
          <li key={accountId}>
            <button
              type="button"
              class="person"
              data-testid="bot-here"
              onClick={() => openPanel({ type: 'member', accountId })}
            >
              <Avatar name={username} photo={avatar} size={32} />
              <span class="person-name">{username}</span>
              <Icon name="next" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OwnProps {
  room: Room;
  own: RoomWebhooks;
  onChange: () => void;
}

function OwnWebhooks(props: OwnProps) {
  const words = useBotsText();
  if (!props.own.isOffered) return <p class="panel-note">{words.webhooksOff}</p>;
  return (
    <>
      <Incoming {...props} />
      <Outgoing {...props} />
    </>
  );
}

function Incoming({ room, own, onChange }: OwnProps) {
  const words = useBotsText();
  const [address, setAddress] = useState<string | null>(null);
  const take = (made: string) => {
    setAddress(made);
    onChange();
  };
  return (
    <section class="form" data-testid="incoming">
      <h3 class="panel-section">{words.incoming}</h3>
      <p class="bots-hint">{words.incomingHint}</p>
      {own.incoming.length === 0 && <p class="bots-hint">{words.noIncoming}</p>}
      <ul class="lines">
        {own.incoming.map(({ bot, token }) => (
          <TokenLine key={token.id} bot={bot.id} by={bot.username ?? ''} token={token} onGone={onChange} />
        ))}
      </ul>
      {address === null ? (
        <NewIncoming slug={room.slug} bots={own.bots} onMade={take} />
      ) : (
        <ShownSecret label={words.address} value={address} onDone={() => setAddress(null)} />
      )}
    </section>
  );
}

function Outgoing({ room, own, onChange }: OwnProps) {
  const words = useBotsText();
  const [secret, setSecret] = useState<string | null>(null);
  const take = (made: string) => {
    setSecret(made);
    onChange();
  };
  return (
    <section class="form" data-testid="outgoing">
      <h3 class="panel-section">{words.outgoing}</h3>
      <p class="bots-hint">{words.outgoingHint}</p>
      {own.outgoing.length === 0 && <p class="bots-hint">{words.noOutgoing}</p>}
      {own.outgoing.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          bot={own.bots.find(({ id }) => id === webhook.bot_id) ?? null}
          onChange={onChange}
          onSecret={take}
        />
      ))}
      {secret === null ? (
        <NewOutgoing slug={room.slug} bots={own.bots} onMade={take} />
      ) : (
        <ShownSecret label={words.signature} value={secret} onDone={() => setSecret(null)} />
      )}
    </section>
  );
}
