/** The program of somebody who uses the hooks: rooms to choose from, and the one that is chosen. */
import { contentOf, createClient } from '@meydan/client';
import { useConnection, useMessages, useRoom, useRooms, useTyping, useUnread } from '@meydan/client/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Chat({ client, slug }) {
  const room = useRoom(client, slug);
  const texts = useMessages(room)
    .map(contentOf)
    .filter(({ kind }) => kind === 'text');
  return (
    <section data-state={useConnection(client)} data-unread={useUnread(room)}>
      {texts.map(({ body }) => (
        <p key={body}>{body}</p>
      ))}
      <small>{useTyping(room).join(', ')}</small>
    </section>
  );
}

function App({ client, first }) {
  const [slug, choose] = useState(first);
  const [isShown, show] = useState(true);
  return (
    <main>
      {useRooms(client).map((room) => (
        <button type="button" key={room.slug} onClick={() => choose(room.slug)}>
          {room.slug}
        </button>
      ))}
      <button type="button" onClick={() => show(!isShown)}>
        show
      </button>
      {isShown && <Chat client={client} slug={slug} />}
    </main>
  );
}

/** Begins with two rooms of one text each. The strict mode runs each effect twice. */
globalThis.begin = async () => {
  const client = createClient({ url: location.origin });
  globalThis.client = client;
  await client.loginDeveloper('kanca');
  await client.chooseUsername('kanca');
  await client.connect();
  for (const slug of ['kahve', 'okuma']) {
    await client.create({ name: slug, slug });
    await client.room(slug).open();
    await client.room(slug).send(`${slug} ilk`);
  }
  createRoot(document.getElementById('chat')).render(
    <StrictMode>
      <App client={client} first="kahve" />
    </StrictMode>,
  );
};
