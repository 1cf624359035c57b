/**
 * The search of the documents, the way on from anchors of the time when /docs was one page, and the reader's choice of a
 * language. Without this script every page is whole, and /docs lists everything.
 */
const HITS_MAX = 60;
const SNIPPET_LENGTH = 180;
const form = document.querySelector('form[role=search]');
const field = document.querySelector('#search');
const found = document.querySelector('#found');
const text = document.querySelector('#text');
const hits = document.querySelector('#hits');

const wordsOf = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Fetched at the first letter; after a failure the next letter tries again. */
let index = null;
function loadIndex() {
  index ??= fetch('/docs/search.json')
    .then((answer) => answer.json())
    .then(({ pages, sections }) =>
      sections.map(([page, id, title, body]) => {
        const [address, topic] = pages[page];
        return {
          address,
          topic,
          id,
          title,
          body,
          lowTitle: title.toLowerCase(),
          low: `${id} ${title} ${body}`.toLowerCase(),
        };
      }),
    );
  index.catch(() => {
    index = null;
  });
  return index;
}

/** An exact anchor or code first, then titles, then texts; in the order of the pages otherwise. */
function rankOf({ id, lowTitle }, words, whole) {
  if (id.toLowerCase() === whole || id.toLowerCase() === `error-${whole}` || lowTitle === whole) return 0;
  return words.every((word) => lowTitle.includes(word)) ? 1 : 2;
}

async function search() {
  const query = field.value;
  const words = wordsOf(query);
  if (words.length === 0) return show([], words);
  let sections;
  try {
    sections = await loadIndex();
  } catch {
    found.textContent = 'The index could not be loaded.';
    return;
  }
  if (query !== field.value) return;
  const whole = words.join(' ');
  const fitting = sections
    .filter(({ low }) => words.every((word) => low.includes(word)))
    .map((section) => ({ section, rank: rankOf(section, words, whole) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ section }) => section);
  show(fitting, words);
}

function show(sections, words) {
  const isSearching = words.length > 0;
  text.hidden = isSearching;
  hits.hidden = !isSearching;
  found.textContent = isSearching ? `${sections.length} ${sections.length === 1 ? 'place' : 'places'}` : '';
  const list = document.createElement('ol');
  list.append(...sections.slice(0, HITS_MAX).map((section) => hitOf(section, words)));
  hits.replaceChildren(...(isSearching ? [element('h1', `Places with “${words.join(' ')}”`), list] : []));
  if (isSearching) scrollTo(0, 0);
}

function hitOf({ address, topic, id, title, body }, words) {
  const link = element('a');
  link.href = `${address}?q=${encodeURIComponent(words.join(' '))}#${id}`;
  link.append(element('b', title), element('small', topic), snippetOf(body, words));
  const entry = element('li');
  entry.append(link);
  return entry;
}

function element(name, content = '') {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
}

/** The text around the first word of the query that it has. */
function snippetOf(body, words) {
  const low = body.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, low.length) - 60);
  const from = places.length > 0 ? start : 0;
  const snippet = element('span');
  const piece = body.slice(from, from + SNIPPET_LENGTH);
  snippet.append(from > 0 ? '…' : '');
  let end = 0;
  for (const [at, length] of placesOf(piece, words)) {
    snippet.append(piece.slice(end, at), element('mark', piece.slice(at, at + length)));
    end = at + length;
  }
  snippet.append(piece.slice(end), from + SNIPPET_LENGTH < body.length ? '…' : '');
  return snippet;
}

/** Where the words are in a text, without overlaps. */
function placesOf(content, words) {
  const low = content.toLowerCase();
  const all = words.flatMap((word) => {
    const places = [];
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length)) places.push([at, word.length]);
    return places;
  });
  let end = 0;
  return all
    .sort(([a], [b]) => a - b)
    .filter(([at, length]) => {
      if (at < end) return false;
      end = at + length;
      return true;
    });
}

/** Marks the words of the search that led here, opens what hides them, and scrolls to the first. */
function showPlace() {
  const words = wordsOf(new URLSearchParams(location.search).get('q') ?? '');
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (words.length === 0 || !place) return;
  // A guide's place is a heading: its words are in what follows.
  const root = place.matches('article, tr') ? place : text;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [at, length] of placesOf(node.data, words)) ranges.push(rangeOf(node, at, length));
  for (const { startContainer } of ranges) openAround(startContainer.parentElement);
  if (globalThis.Highlight) CSS.highlights.set('found', new Highlight(...ranges));
  const isBelow = ({ startContainer }) =>
    place.contains(startContainer) || place.compareDocumentPosition(startContainer) & 4;
  (ranges.find(isBelow)?.startContainer.parentElement ?? place).scrollIntoView({ block: 'center' });
}

function rangeOf(node, at, length) {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + length);
  return range;
}

function openAround(place) {
  const folded = place.closest('details:not(.example, .sample)');
  if (folded) folded.open = true;
}

/** An anchor of /docs is the entry of a topic or section that has a page now. */
function leadOn() {
  if (location.pathname !== '/docs' || location.hash.length < 2) return;
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const link = entry?.matches('.index > li, #text > h2') && entry.firstElementChild;
  if (link) location.replace(link.href);
}

function keepLanguage() {
  const key = 'docs-language';
  const chosen = localStorage.getItem(key);
  for (const example of document.querySelectorAll('details.example')) {
    // The shell comes first as it is, and the socket has no example for it.
    if (chosen && chosen !== 'bash') example.open = example.dataset.example === chosen;
    example.firstElementChild.addEventListener('click', () => {
      if (!example.open) localStorage.setItem(key, example.dataset.example);
    });
  }
}

function clear() {
  field.value = '';
  show([], []);
}

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  hits.querySelector('a')?.click();
});
field.addEventListener('input', search);
hits.addEventListener('click', (event) => {
  if (event.target.closest('a') && !event.ctrlKey && !event.metaKey) clear();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea');
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape' && !hits.hidden) {
    clear();
    field.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !hits.hidden) move(event, step);
});

/** The arrows go from the field through the hits and back. */
function move(event, step) {
  const stops = [field, ...hits.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}

addEventListener('hashchange', () => {
  clear();
  leadOn();
  showPlace();
});
/** The navigation is longer than a screen. */
function showWhere() {
  const nav = document.querySelector('nav');
  const entry = nav.querySelector('[aria-current]');
  if (entry) nav.scrollTop = entry.offsetTop - nav.clientHeight / 4;
}

keepLanguage();
showWhere();
leadOn();
showPlace();
