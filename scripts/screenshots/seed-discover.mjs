/** Articles in every state of their review, and an author who may share no more. */
import { operator, photoFor } from './people.mjs';
import { articles } from './seed-chat.mjs';

const categories = [
  ['yeme-icme', 'Yeme içme'],
  ['gezi', 'Gezi'],
  ['zanaat', 'Zanaat ve el işi'],
];
const topics = [
  ['kahve', 'Kahve', 'yeme-icme', 'Çekirdekten fincana ne varsa.'],
  ['bisiklet', 'Bisiklet yolları', 'gezi', 'Rotalar, tamir, yağmurda sürmek.'],
  ['seramik', 'Seramik', 'zanaat', 'Çamur, sır ve sabır.'],
];
const words = {
  kahve: ['Cezvede köpük tutturmanın yolu', 'Evde kavurmak: ilk deneme'],
  bisiklet: ['Bostancı’dan Tuzla’ya: rüzgâra karşı 38 kilometre', 'Zincir nasıl temizlenir?'],
  seramik: ['Sırın çatlaması neden güzeldir'],
};

const paragraph =
  'Önce acele etmemeyi öğreniyor insan. Sonra ellerinin ne yaptığına bakmayı, en sonunda da bakmadan yapmayı. ' +
  'Bu yazıda üç hafta boyunca denediklerimi, nerede yanıldığımı ve neyi yeniden yapacağımı anlatıyorum.';

export async function seedDiscover(url, { people, article }, pictures) {
  const operate = operator(url);
  for (const [slug, name] of categories) await operate('POST', '/console/admin/categories', { slug, name });
  for (const [tag, title, category, description] of topics)
    await operate('POST', '/console/admin/topics', { tag, title, category, description });
  await openNotebooks(people.zeynep, people.elif, people.deniz, people.kaan);
  const decide = (id, decision) => operate('POST', `/console/admin/entries/${id}/decision`, decision);
  const entry = await share(people.mert, 'kahve', article);
  await decide(entry, { decision: 'publish' });
  for (const [tag, titles] of Object.entries(words))
    for (const title of titles)
      await decide(await write(people.zeynep, { title, tag }, pictures.orman), { decision: 'publish' });
  await decide(await write(people.elif, { title: 'Bir fincanın hatırı', tag: 'kahve' }, pictures.liman), {
    decision: 'publish',
  });
  const no = { decision: 'reject', note: 'Kaynağını ekleyip yeniden gönderir misin?' };
  await decide(await write(people.elif, { title: 'Dünyanın en iyi kahvesi', tag: 'kahve' }), no);
  const waiting = await write(people.elif, { title: 'Kahve telvesiyle boya yapmak', tag: 'kahve' });
  await write(people.deniz, { title: 'Sokak lambalarının altında uzun pozlama', tag: 'fotograf' });
  await write(people.kaan, { title: 'Kitap kulübünde bir yıl: neler okuduk, neleri yarım bıraktık', tag: 'kitaplik' });
  await operate('PUT', `/console/admin/authors/${people.gokhan.id}/ban`, { reason: 'Reklam yazıları gönderiyor.' });
  await people.zeynep.say('bisiklet', '', { attachment: { type: 'entry', entry_id: entry } });
  await people.elif.say('kahve', 'Ne güzel anlatmışsın!', { discussion_of: article.id });
  await people.deniz.do('POST', '/reports', {
    kind: 'account',
    id: people.gokhan.id,
    reason: 'spam',
    text: 'Her odaya aynı bağlantıyı bırakıyor.',
  });
  return { entry, waiting };
}

async function write(one, { title, tag }, scene) {
  const room = notebookOf(one);
  const picture = scene && (await photoFor(one, room, scene, { once: true }));
  const blocks = [
    { type: 'paragraph', text: paragraph },
    ...(picture ? [{ type: 'image', key: picture.key, width: picture.width, height: picture.height }] : []),
    ...articles[0].blocks.slice(1, 5),
  ];
  return share(one, room, await one.say(room, '', { article: { title, tag, blocks } }));
}

/** Where somebody writes without filling the rooms of others. */
async function openNotebooks(...authors) {
  for (const one of authors) await one.do('POST', '/rooms', { name: `${one.name} · defter`, slug: notebookOf(one) });
}

const notebookOf = ({ name }) => `defter-${name}`;

async function share(one, room, { id }) {
  const { share: shared } = await one.do('POST', `/rooms/${room}/messages/${id}/share`, {});
  return shared.entry_id;
}
