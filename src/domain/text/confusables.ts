/**
 * Names that look like another one. Two names that have the same skeleton can hardly be told apart on a screen. The idea
 * is that of Unicode UTS 39; of its table this holds the letters that pass for those of a Latin name.
 */

/** What passes for each letter, in lower case and without marks. Digits as people write them in place of letters. */
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
  // i and l are one letter here, for 1 is both.
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

/** Pairs that run together into one letter. */
const pairs: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/** What is left of a name when everything is taken away that the eye passes over. */
export function skeleton(name: string): string {
  const bare = name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/[._]/g, '');
  const latin = [...bare].map((letter) => plain.get(letter) ?? letter).join('');
  return pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), latin);
}
