/** Invented people and their messages: rooms, a long one, a direct chat, and tasks for an admin. */
import { addPhoto, documentFor, overSocket, person, photoFor, voiceFor } from './people.mjs';

const LONG_ROOM_ROWS = 90;
const names = ['elif', 'mert', 'zeynep', 'deniz', 'baris', 'kaan', 'nehir', 'umut', 'feraye', 'gokhan'];
const faces = { elif: 'liman', mert: 'tepe', zeynep: 'bahar', deniz: 'gece', kaan: 'orman' };
const bios = {
  elif: 'Kahve, bisiklet ve bol bol kitap. Sabahları Moda sahilinde bulunur.',
  mert: 'Kavurma makinesinin başında. Çekirdek sorun, cevap hazır.',
  zeynep: 'Fotoğraf çeker, pedal çevirir.',
};

export async function seedChat(url, pictures) {
  const people = {};
  for (const name of names) people[name] = await person(url, name);
  await Promise.all(Object.entries(faces).map(([name, face]) => addPhoto(people[name], '/me/avatars', pictures[face])));
  await Promise.all(Object.entries(bios).map(([name, bio]) => people[name].do('PUT', '/me/profile', { bio })));
  await openRooms(people, pictures);
  const coffee = await talkAboutCoffee(url, people, pictures);
  await Promise.all([
    fillLongRoom(people),
    writeDirectly(people, pictures),
    askToComeIn(people),
    follow(people),
    makeBot(people.elif),
  ]);
  return { people, ...coffee };
}

/** Nothing listens at the address, so that a call waits to be repeated. */
async function makeBot(owner) {
  const { bot } = await owner.do('POST', '/bots', { username: 'demlik' });
  await owner.do('POST', '/rooms/kahve/members', { account_id: bot.id });
  await owner.do('POST', `/bots/${bot.id}/tokens`, { name: 'Dükkândaki sunucu' });
  await owner.do('POST', `/bots/${bot.id}/tokens`, { name: 'Kavurma saatleri', room: 'kahve' });
  const webhook = { bot_id: bot.id, room: 'kahve', url: 'http://127.0.0.1:9/meydan', events: ['message:new'] };
  await owner.do('POST', '/webhooks', webhook);
}

const rooms = [
  ['elif', { name: 'Kahve Severler', slug: 'kahve', welcome_message: 'Hoş geldin! Önce bir fincan, sonra sohbet.' }],
  ['elif', { name: 'Atölye: seramik ve ahşap', slug: 'atolye' }],
  ['elif', { name: 'Yeni açılan oda', slug: 'bos-oda' }],
  ['zeynep', { name: 'Bisiklet Turları', slug: 'bisiklet' }],
  ['deniz', { name: 'Uzunçarşı Fotoğraf Gönüllüleri Dayanışma ve Yardımlaşma Topluluğu', slug: 'fotograf' }],
  ['kaan', { name: 'Kitap Kulübü', slug: 'kitap' }],
  ['mert', { name: 'Satranç Kahvesi', slug: 'satranc' }],
  ['umut', { name: 'Mahalle duyuruları', slug: 'duyuru' }],
];

async function openRooms(people, pictures) {
  for (const [founder, room] of rooms) await people[founder].do('POST', '/rooms', room);
  const join = (name, room) => people[name].do('POST', `/rooms/${room}/join`, {});
  for (const name of names.slice(1, 9)) await join(name, 'kahve');
  for (const room of ['bisiklet', 'fotograf', 'kitap', 'duyuru']) await join('elif', room);
  for (const name of ['mert', 'deniz']) await join(name, 'bisiklet');
  await addPhoto(people.elif, '/rooms/kahve/avatars', pictures.tepe);
  await addPhoto(people.zeynep, '/rooms/bisiklet/avatars', pictures.orman);
  await people.elif.do('PATCH', '/rooms/kahve', { wallpaper: 'adacayi' });
  await people.umut.do('PATCH', '/rooms/duyuru', { slow_mode_s: 300, wallpaper: 'gul' });
  await people.elif.do('PUT', '/rooms/kahve/pin');
  await people.umut.do('PUT', `/rooms/duyuru/members/${people.elif.id}/mute`, { minutes: 600 });
}

async function talkAboutCoffee(url, people, pictures) {
  const { elif, mert, zeynep, deniz } = people;
  const rules = await elif.say('kahve', 'Kurallar kısa: nazik ol, kaynağını söyle, son fincanı paylaş.');
  await mert.say('kahve', 'Günaydın! Bu sabah Etiyopya Yirgacheffe kavurdum, limon ve yasemin kokuyor.');
  await mert.say('kahve', 'İsteyen olursa öğleden sonra dükkândayım.');
  const question = await zeynep.say('kahve', '@elif sen V60 için suyu kaç derecede kullanıyorsun?');
  const told = '93°. Bir dakika demlenmesini bekle, sonra iki seferde dök.';
  const answer = await elif.say('kahve', told, { reply_to: question.id });
  await mert.say('kahve', 'Ben 92’de daha tatlı buldum, bir dene.', { reply_to: answer.id });
  const asked = await deniz.say('kahve', 'Yeni başlayanlara hangi değirmeni önerirsiniz? El değirmeni yeter mi?');
  for (const [name, body] of answers) await people[name].say('kahve', body, { discussion_of: asked.id });
  for (const [scene, body] of Object.entries({ liman: 'Sabah çekimi', bahar: '', tepe: '' }))
    await zeynep.say('kahve', body, { attachment: await photoFor(zeynep, 'kahve', pictures[scene]) });
  const vote = await elif.say('kahve', '', { attachment: survey });
  for (const [name, at] of Object.entries({ mert: 0, zeynep: 0, deniz: 2, kaan: 1, elif: 0 }))
    await people[name].do('PUT', `/rooms/kahve/messages/${vote.id}/vote`, { options: [at] });
  const article = await showThings(people);
  for (const { id } of [rules, vote]) await elif.do('PUT', `/rooms/kahve/messages/${id}/pin`);
  for (const [name, emoji] of Object.entries({ mert: '❤️', zeynep: '❤️', deniz: '👍', kaan: '😂', elif: '❤️' })) {
    const reaction = { room: 'kahve', message_id: question.id, emoji, on: true };
    await overSocket(url, people[name], [
      ['room:open', { room: 'kahve' }],
      ['message:react', reaction],
    ]);
  }
  return { article, asked };
}

const answers = [
  ['mert', 'El değirmeni fazlasıyla yeter.'],
  ['kaan', 'Ayarı sabit kalsın da.'],
  ['zeynep', 'Benimki altı yıldır çalışıyor.'],
];
const survey = {
  type: 'survey',
  question: 'Cumartesi nerede buluşalım?',
  multiple: false,
  options: ['Moda', 'Balat', 'Kuzguncuk'],
};

/** One row of each kind that is not words alone. */
async function showThings({ elif, mert, deniz, kaan }) {
  const place = { type: 'location', latitude: 40.9869, longitude: 29.0281, label: 'Moda İskelesi' };
  await kaan.say('kahve', '', { attachment: place });
  const notes = await documentFor(mert, 'kahve', 'Kavurma notları - kasım.pdf');
  await mert.say('kahve', 'Kavurma notlarım', { attachment: notes });
  const voice = await voiceFor(kaan, 'kahve', 'voice 0m23s ▁▂▄▆█▅▃▂▁▁▃▅▇▆▄▂▁▂▃▅▆▇█▆▄▃▂▁▁▂▄▅▃▂▁▂▃▂▁▁.zip');
  await kaan.say('kahve', '', { attachment: voice });
  await kaan.say('kahve', '', { attachment: { type: 'contact', username: 'nehir' } });
  const article = await mert.say('kahve', '', { article: articles[0] });
  const gone = await deniz.say('kahve', 'Yanlış oda, pardon.');
  await deniz.do('DELETE', `/rooms/kahve/messages/${gone.id}`);
  const mended = await kaan.say('kahve', 'Saat on bir uygn mu?');
  await kaan.do('PATCH', `/rooms/kahve/messages/${mended.id}`, { body: 'Saat on bir uygun mu? Vapur 10.40’ta.' });
  await elif.say('kahve', 'Uygun. Fincanlar benden ☕');
  return article;
}

export const articles = [
  {
    title: 'Kahvenin uzun yolculuğu',
    tag: 'kahve',
    blocks: [
      { type: 'paragraph', text: 'Yemen’in taraçalarından İstanbul’un dar sokaklarına uzanan bir yol bu.' },
      { type: 'heading', text: 'İlk kahvehaneler' },
      {
        type: 'paragraph',
        text: 'Tahtakale’de açılan dükkânlarda insanlar yalnız kahve içmez; okur, dinler, tartışırdı.',
      },
      { type: 'quote', text: 'Gönül ne kahve ister ne kahvehane; gönül sohbet ister, kahve bahane.' },
      { type: 'list', items: ['Cezve', 'Taze çekilmiş çekirdek', 'Soğuk su', 'Acele etmemek'] },
      { type: 'code', text: 'su = fincan * 65\nkahve = fincan * 7' },
    ],
  },
];

async function fillLongRoom({ kaan, elif, mert, ...people }) {
  const { zeynep, deniz } = people;
  for (const one of [mert, zeynep, deniz]) await one.do('POST', '/rooms/kitap/join', {});
  const lines = [
    'Bu bölüm beni çok etkiledi.',
    'Çeviri nasıl sizce?',
    'Elli sayfa kaldı.',
    'Perşembe konuşuruz, değil mi?',
  ];
  for (let at = 0; at < LONG_ROOM_ROWS; at += 1) {
    const who = [kaan, mert, zeynep, deniz, elif][Math.floor(at / 3) % 5];
    await who.say('kitap', `${at + 1}. ${lines[at % lines.length]}`);
  }
}

async function writeDirectly({ elif, mert, nehir }, pictures) {
  const { room } = await mert.do('POST', '/dm/elif');
  await mert.say(room.slug, 'Sana bir şey göstereceğim, ama yalnız bir kez 🙂');
  await mert.say(room.slug, '', {
    attachment: await photoFor(mert, room.slug, pictures.gece, { once: true }),
    view_once: true,
  });
  await elif.say(room.slug, 'Akşam bakarım, söz.');
  const { room: other } = await nehir.do('POST', '/dm/elif');
  await nehir.say(other.slug, 'Cumartesi için teşekkürler!');
}

/** The open tasks of an admin: requests, a ban, an invite, a tag. */
async function askToComeIn({ elif, gokhan, feraye, umut, nehir }) {
  await elif.do('PATCH', '/rooms/atolye', { join_approval: true });
  for (const one of [gokhan, feraye]) await one.do('POST', '/rooms/atolye/join', {});
  await elif.do('PUT', `/rooms/kahve/bans/${gokhan.id}`, { reason: 'Üst üste reklam.' });
  await elif.do('POST', '/rooms/kahve/invites', { expires_in_hours: 48, max_uses: 10 });
  await elif.do('PUT', `/rooms/kahve/admins/${nehir.id}`);
  await elif.do('PUT', `/rooms/kahve/members/${umut.id}/tag`, { tag: 'barista' });
}

async function follow({ elif, mert, zeynep, deniz }) {
  await Promise.all([mert, zeynep, deniz].map((one) => one.do('POST', '/users/elif/follow')));
  await elif.do('POST', '/users/mert/follow');
}

/** Said by others before each walk: the walk before it has read everything. */
export async function freshen({ zeynep, deniz }) {
  await zeynep.say('bisiklet', 'Pazar sabahı 07.30, Bostancı iskelesi. Kask şart!');
  await deniz.say('fotograf', 'Bu haftanın konusu: gölgeler. @elif sen de gelir misin?');
}
