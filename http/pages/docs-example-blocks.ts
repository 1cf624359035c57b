/** Examples in several languages: one of them is unfolded, and the page's script keeps the reader's choice. */
import { type Html, html } from './html.js';

type Example = [label: string, language: string, code: string];

export const examplesOf = (id: string, examples: Example[]): Html =>
  html`${examples.map(
    ([label, language, code], index) =>
      html`<details class="example" name="example-${id}" data-example="${language}" ${index === 0 ? html`open` : null}>
      <summary>${label}</summary><pre tabindex="0" data-language="${language}"><code>${code}</code></pre></details>`,
  )}`;

/** What every program of the examples begins with. */
export const preludes: Example[] = [
  [
    'curl',
    'bash',
    `MEYDAN=http://localhost:3000
TOKEN=$(curl -s "$MEYDAN/api/auth/developer" -H 'Content-Type: application/json' -d '{"name": "ada"}' |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ],
  [
    'TypeScript',
    'ts',
    `import { createClient } from '@meydan/client';

const MEYDAN = 'http://localhost:3000';
const client = createClient({ url: MEYDAN });
const account = await client.loginDeveloper('ada');
if (account.username === null) await client.chooseUsername('ada');
await client.connect(); // for examples of the socket`,
  ],
  [
    'Python',
    'python',
    `# In \`python3 -m asyncio\`, or within a coroutine.
from meydan import Client

MEYDAN = "http://localhost:3000"
client = Client(MEYDAN)
account = await client.login_developer("ada")
if account["username"] is None: await client.choose_username("ada")
await client.connect()  # for examples of the socket`,
  ],
];
