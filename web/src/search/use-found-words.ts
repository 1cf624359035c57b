import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { foundLetters } from './search-query.js';

const NAME = 'found';

/** Marks the found words in an element by a highlight of the browser, which leaves the elements as they are. */
export function useFoundWords(element: RefObject<HTMLElement | null>, words: string, shown: unknown): void {
  useEffect(() => {
    if (!('highlights' in CSS) || !element.current || words === '') return undefined;
    const walker = document.createTreeWalker(element.current, NodeFilter.SHOW_TEXT);
    const ranges: Range[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) ranges.push(...rangesIn(node as Text, words));
    CSS.highlights.set(NAME, new Highlight(...ranges));
    return () => void CSS.highlights.delete(NAME);
  }, [words, shown]);
}

function rangesIn(node: Text, words: string): Range[] {
  const letters = [...node.data];
  const marks = foundLetters(letters, words);
  const ranges: Range[] = [];
  let offset = 0;
  letters.forEach((letter, at) => {
    const end = offset + letter.length;
    if (marks[at] && marks[at - 1]) ranges.at(-1)?.setEnd(node, end);
    else if (marks[at]) ranges.push(rangeOf(node, offset, end));
    offset = end;
  });
  return ranges;
}

function rangeOf(node: Text, start: number, end: number): Range {
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, end);
  return range;
}
