/**
 * Look-alike names. Two names with the same skeleton can hardly be told apart on a screen. The method is that of
 * Unicode UTS 39, with a table of the letters that look like Latin ones.
 */

/**
 * Look-alikes of each letter, in lower case and without marks, including the digits that people write in place of
 * letters.
 */
const lookAlikes: Record<string, string> = {
  a: 'аαɑᴀꭺꓮ4',
  b: 'ьвʙƅꓐ',
  c: 'сϲᴄꮯꓚ',
  d: 'ԁđɖɗᴅꓓꓒ',
  e: 'еєҽεɛəɘᴇꭼꓰ3',
  f: 'ƒꜰꓝ',
  g: 'ɡցɢꓖ',
  h: 'һհнʜꮋꓧ',
  j: 'јϳʝᴊꭻꓙ',
  k: 'кκқᴋꮶꓗ',
  // i and l are one letter here, because 1 looks like both.
  l: 'iіιɪɩӏłʟǀꮖꮮꓲꓡ1',
  m: 'мᴍɱꮇꓟ',
  n: 'пηոռиɴŋꓠ',
  o: 'оοσօөøᴏဝסꓳ0',
  p: 'рρᴘꮲꓑ',
  q: 'ԛգ',
  r: 'гʀɾᴦꓣ',
  s: 'ѕʂꜱꮪꓢ5',
  t: 'тτᴛŧꭲꓔ',
  u: 'υսᴜʋꓴ',
  v: 'ѵνᴠꮩꓦ',
  w: 'ѡωԝաᴡꮃꓪ',
  x: 'хχꓫ',
  y: 'уүγʏყꓬ',
  z: 'ᴢʐꮓꓜ',
};

const plain = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Pairs that look like one letter. */
const pairs: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/** The name without the differences that a reader overlooks. */
export function skeleton(name: string): string {
  const bare = name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/[._]/g, '');
  const latin = [...bare].map((letter) => plain.get(letter) ?? letter).join('');
  return pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), latin);
}
