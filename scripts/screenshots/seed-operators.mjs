/** Operators with keys, and what they have to do: reports of a message, an account and a room, and a suspension. */
import { operator, person } from './people.mjs';

const talk = [
  ['selin', 'Bisikleti hâlâ satıyor musun?'],
  ['ozan', 'Evet, iki bin lira. Fren balataları yeni.'],
  ['tolga', 'Ucuz telefon, kargo bedava! Hemen yaz, son üç gün.'],
  ['selin', 'Bu ilanı dün de gördüm, galiba dolandırıcılık.'],
  ['ozan', 'Cumartesi görmeye gelebilirsin.'],
];
const staff = [
  ['Ayşe Yılmaz', 'moderator', 90],
  ['Deniz Kaya', 'admin', 365],
  ['Can Demir', 'support', 7],
  ['Ömer Aksoy', 'support', 90],
];

export async function seedOperators(url) {
  const people = {};
  for (const name of ['selin', 'ozan', 'tolga']) people[name] = await person(url, name);
  const { selin, ozan, tolga } = people;
  await selin.do('POST', '/rooms', { name: 'İkinci el pazarı', slug: 'pazar' });
  for (const one of [ozan, tolga]) await one.do('POST', '/rooms/pazar/join', {});
  const said = [];
  for (const [name, body] of talk) said.push(await people[name].say('pazar', body));
  const bad = said[2];
  const report = (by, about) => by.do('POST', '/reports', about);
  await report(selin, { kind: 'message', id: bad.id, reason: 'scam', text: 'Her gün aynı ilanı yazıyor.' });
  await tolga.do('PATCH', `/rooms/pazar/messages/${bad.id}`, { body: 'Telefon satılık, fiyatı özelden.' });
  await report(ozan, { kind: 'room', id: 'pazar', reason: 'illegal' });
  const others = await Promise.all([
    report(selin, { kind: 'account', id: tolga.id, reason: 'harassment', text: 'Özelden hakaret ediyor.' }),
    report(ozan, { kind: 'account', id: selin.id, reason: 'other' }),
  ]);
  const keys = await issueKeys(url);
  const moderate = operator(url, keys['Ayşe Yılmaz'].secret);
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const suspension = { until, reason: 'Üç odada aynı ilan' };
  await moderate('PUT', `/api/console/accounts/${tolga.id}/suspension`, suspension);
  const [, last] = others.map(({ report: { id } }) => id);
  await moderate('POST', `/api/console/reports/${last}/decision`, {
    decision: 'dismiss',
    note: 'Kırgınlık, şikâyet değil',
  });
  return { suspended: tolga };
}

async function issueKeys(url) {
  const admin = operator(url);
  const keys = {};
  for (const [name, role, expires_in_days] of staff) {
    keys[name] = await admin('POST', '/api/console/keys', { name, role, expires_in_days });
  }
  await admin('DELETE', `/api/console/keys/${keys['Ömer Aksoy'].key.id}`);
  return keys;
}
