/** Texts of messages: words of a short list, or the sentences of docs/adr, each once as long as there are enough of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS =
  'bir bu da için çok ama gibi daha sonra kadar yarın akşam görüşürüz tamam olur belki şimdi öğleden toplantı güzel ' +
  'değil mi evet hayır peki bakarım geliyorum üzgünüm çünkü yağmur başladı kahve içelim mi nerede kaldın otobüs';

/** 4 to 23 Turkish words. */
export function wordBodies(chance) {
  const words = WORDS.split(' ');
  return () => Array.from({ length: 4 + Math.floor(chance.next() * 20) }, () => chance.pick(words)).join(' ');
}

export function proseBodies() {
  const pages = readdirSync('docs/adr').map((file) => readFileSync(join('docs/adr', file), 'utf8'));
  const sentences = pages.flatMap((page) => page.replaceAll('\n', ' ').split(/(?<=[.:;]) /));
  const bodies = sentences.filter(({ length }) => length > 10 && length < 300);
  let said = 0;
  return () => {
    said += 1;
    return bodies[said % bodies.length];
  };
}
