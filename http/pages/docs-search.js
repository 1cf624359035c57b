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
  document.querySelector('#found').textContent =
    words.length > 0 ? `${places.filter(({ place }) => !place.hidden).length} places` : '';
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
