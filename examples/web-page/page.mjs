/** A chat on one page: the client keeps what is complete and in order, the page only shows it. */
// In a page of your own: from '@meydan/client'.
import { createClient, isRefusal, storedOutbox } from '#sdk/index.js';

const at = (id) => document.getElementById(id);
const [enterForm, writeForm, rows] = [at('enter'), at('write'), at('rows')];

enterForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { url, name, room } = Object.fromEntries(new FormData(enterForm));
  enter(url, name, room).catch(complain);
});

async function enter(url, name, slug) {
  // What is not sent yet outlives a reload; each tab has its own.
  const client = createClient({ url: url.replace(/\/$/, ''), unsent: storedOutbox(sessionStorage) });
  client.on('online', () => showState(''));
  client.on('offline', () => showState('No connection. What you write is kept and sent.'));
  client.on('stopped', complain);
  const account = await client.loginDeveloper(name);
  if (account.username === null) await client.chooseUsername(name);
  await client.connect();
  await enterRoom(client, slug);
  const room = client.room(slug);
  follow(room, client);
  await room.open();
  enterForm.hidden = true;
  at('room').hidden = false;
  writeForm.elements.body.focus();
}

/** Founded when there is none of that address. */
async function enterRoom(client, slug) {
  try {
    await join(client, slug);
  } catch (error) {
    if (!isRefusal(error, 'room_not_found')) throw error;
    await found(client, slug);
  }
}

const join = (client, slug) => client.request('POST /api/rooms/{slug}/join', { path: { slug } });

/** Somebody else may have founded it in the same moment: then it is there to be joined. */
async function found(client, slug) {
  try {
    await client.request('POST /api/rooms', { body: { name: slug, slug } });
  } catch (refusal) {
    if (!refusal.fields?.slug) throw refusal;
    await join(client, slug).catch((error) => {
      throw isRefusal(error, 'room_not_found') ? refusal : error;
    });
  }
}

function follow(room, client) {
  const show = () => draw(room);
  room.on('rows', show);
  client.outbox.on('change', show);
  room.on('typing', (names) => {
    at('typing').textContent = names.length > 0 ? `${names.join(', ')} …` : '';
  });
  room.on('gone', ({ reason }) => complain(new Error(`Out of the room: ${reason}`)));
  writeForm.elements.body.addEventListener('input', ({ target }) => room.setTyping(target.value !== ''));
  writeForm.addEventListener('submit', (event) => {
    event.preventDefault();
    room.send(writeForm.elements.body.value).catch(complain);
    room.setTyping(false);
    writeForm.reset();
  });
}

/** What was said, and below it what is still on its way. Text is set as text: nothing of it is ever markup. */
function draw(room) {
  const isAtEnd = rows.scrollHeight - rows.scrollTop - rows.clientHeight < 40;
  const said = room.messages.filter(({ kind }) => kind === 'text').map(sentLine);
  const waiting = room.pending.map(({ draft }) => line(`… ${draft.body}`, 'waiting'));
  rows.replaceChildren(...said, ...waiting);
  if (isAtEnd) rows.scrollTop = rows.scrollHeight;
}

const sentLine = ({ sender, body, deleted_at }) =>
  line(`${sender?.username ?? '?'}: ${deleted_at === null ? body : '(deleted)'}`, 'sent');

function line(text, state) {
  const item = document.createElement('li');
  item.className = state;
  item.textContent = text;
  return item;
}

function showState(sentence) {
  at('state').textContent = sentence;
}

function complain(error) {
  at('problem').textContent = error.message;
}
