/**
 * What four people do in their chats, the same in every process. Doing any of it again, when nobody knows what became
 * of it, changes nothing that was done.
 */
export const STARS = 40;

export const callers = Object.fromEntries(
  ['ada', 'bob', 'cem', 'eda'].map((name, at) => [
    name,
    { accountId: `${at + 1}0000000-0000-4000-8000-00000000000${at}`, username: name, sessionId: name, language: null },
  ]),
);

const names = Object.keys(callers);
const pairs = names.flatMap((by) => names.filter((name) => name !== by).map((other) => ({ by, with: other })));

/** Everybody is written to at a price. */
export const dmTerms = Object.fromEntries(names.map((name, at) => [name, { policy: 'paid', cost: at + 1 }]));

/** In every chat: opened, written in, left, come back to, answered, and some deleted and opened once more. */
export const operations = pairs.flatMap((about, at) => {
  const send = (body) => ({ type: 'send', ...about, body: `${body} ${at}` });
  const chat = [{ type: 'open', ...about }, send('bir'), { type: 'leave', ...about }, { type: 'open', ...about }];
  const answer = { type: 'send', by: about.with, with: about.by, body: `iki ${at}` };
  const end = at % 3 === 0 ? [{ type: 'delete', ...about }] : [{ type: 'leave', by: about.with, with: about.by }];
  return [...chat, answer, { type: 'read', ...about }, send('üç'), ...end, { type: 'open', ...about }];
});
