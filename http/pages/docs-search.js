/** Search of the reference: hides what does not fit. Without this script the page is whole, and the browser's own search finds everything. */
const field = document.querySelector('#search');
const places = [...document.querySelectorAll('main article, main tr[id]')].map((place) => ({
  place,
  text: place.textContent.toLowerCase(),
}));
const entries = [...document.querySelectorAll('nav li')].map((entry) => {
  const target = document.getElementById(entry.firstElementChild.hash.slice(1));
  return { entry, target, text: entry.textContent.toLowerCase() };
});

/** Each heading with what stands under it, up to the next heading. */
const sections = [...document.querySelectorAll('main > h2, nav > h2')].map((heading) => {
  const under = [];
  for (let next = heading.nextElementSibling; next && next.tagName !== 'H2'; next = next.nextElementSibling)
    under.push(next);
  return { heading, under };
});

/** A heading with nothing under it says nothing. */
function hideEmpty() {
  for (const { heading, under } of sections) {
    const parts = under.flatMap((part) => (part.tagName === 'UL' ? [...part.children] : [part]));
    heading.hidden = parts.length > 0 && parts.every((part) => part.hidden);
  }
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text) => words.every((word) => text.includes(word));
  const shown = new Set();
  for (const { place, text } of places) {
    if (fits(text)) for (let at = place; at; at = at.parentElement) shown.add(at);
  }
  for (const { place } of places) place.hidden = words.length > 0 && !shown.has(place);
  for (const { entry, target, text } of entries) {
    entry.hidden = words.length > 0 && !fits(text) && !(target && shown.has(target));
  }
  hideEmpty();
  const hits = words.length > 0 ? places.filter(({ place }) => !place.hidden) : [];
  document.querySelector('#found').textContent = words.length > 0 ? `${hits.length} places` : '';
  // The view stands wherever it was: without this the hits may all be above it.
  hits[0]?.place.scrollIntoView({ block: 'start' });
}

field.closest('form').hidden = false;
field.closest('form').addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
window.addEventListener('hashchange', () => {
  field.value = '';
  search();
});
