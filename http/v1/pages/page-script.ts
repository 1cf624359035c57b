/**
 * The one script of the pages behind links. It takes the token out of the address bar, and sends it when the person
 * says so: nothing that a link brings is ever written into a page.
 */
export const pageScript = `
const form = document.querySelector('form');
const notice = document.querySelector('[role="status"]');
const words = form.dataset;
const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);

const password = form.querySelector('input[name="password"]');
form.querySelector('input[name="show"]')?.addEventListener('change', (event) => {
  password.type = event.target.checked ? 'text' : 'password';
});

function say(text, isProblem) {
  notice.textContent = text;
  notice.className = isProblem ? 'problem' : 'done';
}

async function wordsFor(answer) {
  if (answer.status === 429) return words.limited;
  const { error } = await answer.json();
  if (error.code === 'validation_failed') return Object.values(error.fields ?? {}).join(' ') || error.message;
  return answer.status === 400 ? words.gone : words.failed;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  say('', false);
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(password ? { token, password: password.value } : { token }),
    });
    if (answer.ok) {
      form.hidden = true;
      return say(words.done, false);
    }
    say(await wordsFor(answer), true);
  } catch {
    say(words.failed, true);
  }
  button.disabled = false;
});
`;
